import { createHash } from 'node:crypto'
import { IsolationLevel } from '@mikro-orm/core'
import { sql } from 'kysely'
import { type Em, type Orm, readRows, readSingleRow } from '../connection/em.ts'

/** The logs whose entries are sealed into chains. */
export const sealedLogs = [
  'change_log',
  'operator_log',
  'security_log',
  'tag_change_log',
  'transition_log',
] as const

/** The end of a chain; its hash covers every entry of the chain. */
type Head = { log: string; chain: number; position: number; hash: Buffer }
type Seal = Pick<Head, 'position' | 'hash'> & { entry: number; content: string | null; is_retired: boolean }

/** How far a log is sealed. */
export type SealedTo = { log: string; position: number; hash: string }

type VerificationReport = { problem: (sentence: string) => void; progress: (entries: number) => void }

const batchSize = 5000
/** So that a batch of all logs takes much less time than a statement may. */
const sealedAtOnce = 2000
/** Below every id that the service writes; only the owner could write one below 1. */
const beforeAll = -(2 ** 31)

/** Seals what has certainly been committed, unless another process does, and reads how far each log is sealed. */
export async function sealLogs({ em }: { em: Em }): Promise<SealedTo[]> {
  const seal = () => readSingleRow<{ isMore: boolean | null }>(em.fork())`
    select trail.seal(${sealedAtOnce}) as "isMore"`
  while ((await seal()).isMore);
  return readRows<SealedTo>(em.fork())`
    select log, position, encode(hash, 'hex') as hash from trail.heads where chain = 0 order by log`
}

/**
 * Checks all logs against their seals in one snapshot, and reports each entry that was changed, removed or inserted.
 * Retired entries do not count as missing.
 */
export async function verifyLogs(orm: Orm, report: (total: number) => VerificationReport): Promise<void> {
  const snapshot = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true }
  await orm.em.fork().transactional(async (em) => {
    await sql`set local timezone = 'UTC'`.execute(em.getKysely())
    const heads = await readHeads(em)
    const to = report(heads.reduce((total, { position }) => total + position, 0))
    for (const head of heads) await verifyChain(em, head, to)
    for (const log of sealedLogs) await findUnsealed(em, log, to)
  }, snapshot)
}

/** The ends of all chains, even of chains that lost their heads. */
const readHeads = (em: Em) =>
  readRows<Head>(em)`
    select log, chain, coalesce(position, 0) as position, coalesce(hash, '') as hash
    from trail.heads full join (select distinct log, chain from trail.seals) chains using (log, chain)
    order by log, chain`

/** Reports a wrong entry only once, because the check continues from its stored hash. */
async function verifyChain(em: Em, head: Head, { problem, progress }: VerificationReport) {
  let last: Pick<Head, 'position' | 'hash'> = { position: 0, hash: Buffer.alloc(0) }
  for (;;) {
    const seals = await readSeals(em, head, last.position)
    for (const seal of seals) {
      const wrong = problemOf(seal, last)
      if (wrong) problem(`${head.log}: ${wrong}`)
      last = seal
    }
    progress(seals.length)
    if (seals.length < batchSize) break
  }
  if (last.position < head.position)
    problem(
      `${head.log}: ${counted(head.position - last.position)} missing at the end of chain ${head.chain}.`,
    )
  else if (last.position > head.position || !last.hash.equals(head.hash))
    problem(`${head.log}: chain ${head.chain} does not end where its head says.`)
}

function problemOf(seal: Seal, last: Pick<Head, 'position' | 'hash'>): string | undefined {
  const gap = seal.position - last.position - 1
  if (gap > 0) return `${counted(gap)} missing before entry ${seal.entry}.`
  if (seal.content === null) return seal.is_retired ? undefined : `entry ${seal.entry} is missing.`
  const hash = createHash('sha256').update(last.hash).update(seal.content).digest()
  return hash.equals(seal.hash) ? undefined : `entry ${seal.entry} is not as it was written.`
}

const counted = (entries: number) => (entries === 1 ? '1 entry is' : `${entries} entries are`)

async function readSeals(em: Em, { log, chain }: Head, after: number): Promise<Seal[]> {
  // The text that trail.seal() seals.
  return readRows<Seal>(em)`
    select s.position, s.entry, s.hash, (select jsonb_object_agg(key, value)::text
      from jsonb_each(to_jsonb(l)) where value <> 'null') as content,
      l.id is null and exists (select from trail.retired r where r.log = s.log and s.entry <@ r.entries) as is_retired
    from trail.seals s left join ${sql.table(log)} l on l.id = s.entry
    where s.log = ${log} and s.chain = ${chain} and s.position > ${after}
    order by s.position limit ${batchSize}`
}

/** Reports entries that will never be sealed, and those that nobody has sealed for a minute. */
async function findUnsealed(em: Em, log: string, { problem }: VerificationReport) {
  type Found = { last: number | null; unsealed: { entry: number; is_next: boolean }[] | null }
  for (let after = beforeAll; ; ) {
    const { last, unsealed } = await readSingleRow<Found>(em)`
      select max(l.id) as last, json_agg(json_build_object('entry', l.id, 'is_next', is_next) order by l.id)
        filter (where s.entry is null and (is_next and h.sealed_at > now() - interval '1 minute') is not true) as unsealed
      from (select id, transaction_id from ${sql.table(log)} where id > ${after} order by id limit ${batchSize}) l
      left join trail.heads h on h.log = ${log} and h.chain = 0
      left join trail.seals s on s.log = ${log} and s.entry = l.id
      cross join lateral (select coalesce((l.transaction_id, l.id) > (h.transaction_id, h.entry), false) as is_next) place`
    for (const { entry, is_next } of unsealed ?? [])
      problem(
        `${log}: entry ${entry} ${is_next ? 'has waited for its seal for a minute' : 'was not written by the service'}.`,
      )
    if (last === null) return
    after = last
  }
}

/** What was retired from each log, when, and by whom. */
export const readRetired = (em: Em) =>
  readRows<{ log: string; until: string; number: number; at: string; by: string }>(em)`
    select log, until::text, number, retired_at::text as at, coalesce(nullif(name, ''), 'the ' || via) as by
    from trail.retired order by log, until`
