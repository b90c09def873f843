import { connected } from '../../../setup/stores/execute.ts'
import type { Commit } from './commits.ts'
import { decode } from './pgoutput.ts'

const tables = ['employees', 'assignments', 'employee_tags', 'positions', 'tags']
const logs = ['transition_log', 'tag_change_log', 'change_log']
const publication = 'proof'
const batch = 20_000

/**
 * Prepares an empty, migrated database so that the write-ahead log has all its commits in order, each with the author
 * of its statements. Neither depends on the service's own logs.
 */
export async function captureCommits(ownerUrl: string): Promise<void> {
  await connected(ownerUrl, async (client) => {
    const { rows } = await client.query<{ wal_level: string }>('show wal_level')
    if (rows[0]?.wal_level !== 'logical') throw new Error('PostgreSQL runs without wal_level = logical.')
    await client.query(`create function public.proof_author() returns trigger language plpgsql as $$
      begin
        perform pg_logical_emit_message(true, 'author', coalesce(current_setting('coverage.author', true), ''));
        return null;
      end $$`)
    for (const table of [...tables, 'transition_log', 'tag_change_log'])
      await client.query(`create trigger proof_author before insert or update or delete on ${table}
        for each statement execute function public.proof_author()`)
    await client.query(
      `create publication ${publication} for table ${[...tables, ...logs].join()} with (publish_via_partition_root = true)`,
    )
    await client.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [slotOf(ownerUrl)])
  })
}

/** All commits since `captureCommits`, in their order. */
export function readCommits(ownerUrl: string): Promise<Commit[]> {
  return connected(ownerUrl, async (client) => {
    const commits: Commit[] = []
    await client.query(`set timezone = 'UTC'`)
    for (;;) {
      const { rows } = await client.query<{ data: Buffer }>(
        `select data from pg_logical_slot_get_binary_changes($1, null, ${batch},
          'proto_version', '1', 'publication_names', '${publication}', 'messages', 'true')`,
        [slotOf(ownerUrl)],
      )
      if (!rows.length) return commits
      for (const commit of decode(rows.map(({ data }) => data))) commits.push(commit)
    }
  })
}

/** Slots belong to the server, so their names contain that of the database. */
const slotOf = (url: string) => new URL(url).pathname.slice(1)
