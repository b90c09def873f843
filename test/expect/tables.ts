import { expect } from 'vitest'

type Run = <Row>(statement: string) => Promise<Row[]>

/** What a change may leave behind: logs, answers kept for repeated requests, and what sessions do. */
const isLeftOut = /_log$|^(kept_answers|session_records|login_addresses|revocations)$/

/** Every row of every table but the logs, and the stored totals; two of these are equal if nothing differs. */
export async function allTables(run: Run): Promise<Record<string, unknown>> {
  const tables = await run<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`)
  const all: Record<string, unknown> = {}
  for (const { name } of tables.filter((table) => !isLeftOut.test(table.name)))
    all[name] = await run(`select to_jsonb(t) as row from ${name} t order by 1`)
  all.people = await run('select * from totals.unit_people order by 1, 2')
  all.counts = await run(`select counted, status, sum(number)::int as number from totals.counts
    where counted !~ '_log$' group by 1, 2 having sum(number) <> 0 order by 1, 2`)
  expect(Object.keys(all)).toContain('assignments')
  return all
}
