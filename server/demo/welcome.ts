import { sql } from 'kysely'
import { readClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Em } from '../../entities/connection/em.ts'
import { connect } from '../../entities/orm.ts'
import { readUnitCoverage } from '../../entities/work/coverage.ts'
import { PlanInput } from '../../routers/planning/plans.ts'
import type { Rate } from '../../src/accounts/limits.ts'
import { clinicFacts } from '../../src/planning/facts/read-snapshot.ts'
import { mostWeeks } from '../../src/planning/forecast/weeks.ts'
import { tasks } from '../../src/planning/tasks.ts'
import { coverageSummary } from '../../src/work/coverage.ts'
import { table } from '../cli/common/connection.ts'
import { demoUsers } from './users.ts'

type Shown = { address: string; opsAddress: string; today: string; logins: Rate | null }

/** The text that the demo prints: addresses, users, the coverage of the clinic, what planning says, and what to try. */
export async function welcome(databaseUrl: string, { address, opsAddress, today, logins }: Shown) {
  await using orm = connect(databaseUrl, { max: 1 })
  const em = orm.em.fork()
  const examined = await subjects(em)
  return `
The demo clinic is up.

  REST       ${address}/api/v1/
  tRPC       ${address}/trpc
  Health     ${address}/api/health/
  Console    ${opsAddress}/ for staff: sign in as ${demoUsers.admin.email}, with ${demoUsers.admin.password}
  Probes     ${opsAddress}/livez, /readyz, /metrics, /status

${userTable()}
${loginLimit(logins)}

${coverageTable(coverageSummary(await readUnitCoverage(em)))}

${await outlook(em, today, examined.position)}

${examples(address, examined)}

Ctrl-C stops the demo. Its data stays, and the next start continues with it.`
}

function loginLimit(rate: Rate | null): string {
  if (!rate) return 'Logins are not limited, because of THROTTLE_LOGIN=off.'
  const minutes = Math.ceil(rate.seconds / 60)
  return `Each address may log in ${rate.limit} times in ${minutes} minutes. Set THROTTLE_LOGIN=off to lift that limit.`
}

function userTable(): string {
  const users = Object.values(demoUsers).map(({ email, password, given_name, family_name, ...user }) => {
    const roles = [
      user.role,
      ...(user.is_staff ? ['staff'] : []),
      ...(user.is_superuser ? ['superuser'] : []),
    ]
    return [roles.join(', '), email, password, `${given_name} ${family_name}`]
  })
  return table(['Role', 'Email', 'Password', 'Who'], users)
}

/** The numbers shown for each unit and for the clinic, by heading. */
const numbers = [
  ['Positions', 'position_count', 'total_positions'],
  ['Vacant', 'vacant', 'vacant_positions'],
  ['Partial', 'partial', 'partial_positions'],
  ['Covered', 'covered', 'covered_positions'],
  ['Over', 'over_covered', 'over_covered_positions'],
  ['Required', 'required_hours', 'total_required_hours'],
  ['Assigned', 'assigned_hours', 'total_assigned_hours'],
  ['%', 'coverage_pct', 'coverage_pct'],
] as const

function coverageTable({ global, by_unit }: ReturnType<typeof coverageSummary>): string {
  const units = by_unit.map((unit) => [unit.org_unit_name, ...numbers.map(([, ofUnit]) => unit[ofUnit])])
  const clinic = ['The clinic', ...numbers.map(([, , ofClinic]) => global[ofClinic])]
  const aligned = ['left' as const, ...numbers.map(() => 'right' as const)]
  return table(['Unit', ...numbers.map(([heading]) => heading)], [...units, clinic], aligned)
}

/** The plan in one sentence, who loses hours next, and the commands that say more. */
async function outlook(em: Em, today: string, position: string) {
  const facts = clinicFacts(await readClinicSnapshot(em, today))
  const { summary } = tasks.plan(facts, PlanInput.parse({}))
  const everybody = { weeks: mostWeeks, org_unit_id: null, cause: null, employee: null }
  const { rows } = tasks.cliffs(facts, { ...everybody, direction: 'LOSS', offset: 0, limit: 1 })
  const { title, unit = -1 } = facts.positions.find(({ id }) => id === position) ?? {}
  return `What planning says (more: npx coverage plan, npx coverage forecast, npx coverage who "${facts.units[unit]?.code}/${title}"):

${[summary, ...rows].map(({ sentence }) => `- ${sentence}`).join('\n')}`
}

type Subjects = Record<'employee' | 'name' | 'position' | 'title' | 'course' | 'course_end', string>

/** Rows that make good examples, or similar ones if those have changed since. */
async function subjects(em: Em): Promise<Subjects> {
  const statement = sql<Subjects>`
    select e.id as employee, e.first_name || ' ' || e.last_name as name, p.id as position,
      p.title, et.id as course, (current_date + interval '1 year')::date::text as course_end
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

2. Preview ten more hours for ${subjects.name}, as "${subjects.title}".

curl -sw '\\n' -b cookies.txt ${csrf} ${json} -d '${preview}' ${address}/api/v1/assignments/preview/

3. Extend the certificate that ends next and find the change in the log.

curl -sw '\\n' -b cookies.txt ${csrf} ${json} -X PATCH -d '${extension}' ${address}/api/v1/employee-tags/${course}/
curl -sw '\\n' -b cookies.txt '${address}/api/v1/tag-change-logs/?page_size=1'`
}
