import Table from 'cli-table3'
import { sql } from 'kysely'
import { connect, type Em } from '../../entities/orm.ts'
import { readUnitCoverage } from '../../entities/reads/coverage.ts'
import { coverageSummary } from '../../src/coverage.ts'
import { demoUsers } from './users.ts'

type Addresses = { address: string; opsAddress: string }

/** The text that the demo prints: its addresses, its users, the coverage of the clinic, and what to try. */
export async function welcome(databaseUrl: string, { address, opsAddress }: Addresses): Promise<string> {
  const orm = connect(databaseUrl, { max: 1 })
  try {
    const em = orm.em.fork()
    return `
The demo clinic is up.

  REST       ${address}/api/v1/
  tRPC       ${address}/trpc
  Health     ${address}/api/health/
  Console    ${opsAddress}/ for staff: sign in as ${demoUsers.admin.email}, with ${demoUsers.admin.password}
  Probes     ${opsAddress}/livez, /readyz, /metrics, /status

${userTable()}
Each address may log in five times per hour. Set THROTTLE_LOGIN=off to lift that limit.

${coverageTable(coverageSummary(await readUnitCoverage(em)))}

${examples(address, await subjects(em))}

Ctrl-C stops the demo. Its data stays, and the next start continues with it.`
  } finally {
    await orm.close()
  }
}

const plain = { style: { head: [], border: [], compact: true } }

function userTable(): string {
  const table = new Table({ ...plain, head: ['Role', 'Email', 'Password', 'Who'] })
  for (const { role, email, password, given_name, family_name, ...flags } of Object.values(demoUsers)) {
    const more = [
      ...('is_staff' in flags ? ['staff'] : []),
      ...('is_superuser' in flags ? ['superuser'] : []),
    ]
    table.push([[role, ...more].join(', '), email, password, `${given_name} ${family_name}`])
  }
  return table.toString()
}

function coverageTable({ global, by_unit }: ReturnType<typeof coverageSummary>): string {
  const head = ['Unit', 'Positions', 'Vacant', 'Partial', 'Covered', 'Over', 'Required', 'Assigned', '%']
  const table = new Table({
    ...plain,
    head,
    colAligns: ['left', ...head.slice(1).map(() => 'right' as const)],
  })
  for (const unit of by_unit)
    table.push([
      unit.org_unit_name,
      unit.position_count,
      unit.vacant,
      unit.partial,
      unit.covered,
      unit.over_covered,
      unit.required_hours,
      unit.assigned_hours,
      unit.coverage_pct,
    ])
  table.push([
    'The clinic',
    global.total_positions,
    global.vacant_positions,
    global.partial_positions,
    global.covered_positions,
    global.over_covered_positions,
    global.total_required_hours,
    global.total_assigned_hours,
    global.coverage_pct,
  ])
  return table.toString()
}

type Subjects = {
  employee: string
  employee_name: string
  position: string
  position_title: string
  course: string
  course_end: string
}

/** Rows that make good examples, or similar ones if those have changed since. */
async function subjects(em: Em): Promise<Subjects> {
  const statement = sql<Subjects>`
    select e.id as employee, e.first_name || ' ' || e.last_name as employee_name, p.id as position,
      p.title as position_title, et.id as course, (current_date + interval '1 year')::date::text as course_end
    from (select) one
    left join lateral (select * from employees where status = 'ACTIVE'
      order by employee_number = 'SA-0348' desc, employee_number limit 1) e on true
    left join lateral (select * from positions where is_active
      order by title = 'Radiographer, night' desc, title, id limit 1) p on true
    left join lateral (select et.id from employee_tags et join tags t on t.id = et.tag_id
      where et.status = 'ACTIVE' and t.category = 'CERTIFICATION' order by et.end_date, et.id limit 1) et on true`
  return (await statement.execute(em.getKysely())).rows[0] as Subjects
}

function examples(address: string, subjects: Subjects): string {
  const { email, password } = demoUsers.manager
  const { employee, position: position_id, course } = subjects
  const json = `-H 'Content-Type: application/json'`
  const csrf = `-H "X-CSRFToken: $(awk '$6 == "csrftoken" {print $7}' cookies.txt)"`
  const login = JSON.stringify({ email, password })
  const preview = JSON.stringify({ employee, position_id, effective_hours: '10.00' })
  const extension = JSON.stringify({ end_date: subjects.course_end, reason: 'Course passed' })
  return `Three things to try, in this order:

1. Sign in and see which positions are vacant.

curl -sw '\\n' -c cookies.txt ${json} -d '${login}' ${address}/api/v1/auth/login/
curl -sw '\\n' -b cookies.txt '${address}/api/v1/demand/?coverage_state=VACANT&page_size=5'

2. Preview ten more hours for ${subjects.employee_name}, as "${subjects.position_title}".

curl -sw '\\n' -b cookies.txt ${csrf} ${json} -d '${preview}' ${address}/api/v1/assignments/preview/

3. Extend the certificate that ends next and find the change in the log.

curl -sw '\\n' -b cookies.txt ${csrf} ${json} -X PATCH -d '${extension}' ${address}/api/v1/employee-tags/${course}/
curl -sw '\\n' -b cookies.txt '${address}/api/v1/tag-change-logs/?page_size=1'`
}
