import { firstNames, lastNames, specialties } from '../service/load.ts'
import type { Size } from './sizes.ts'

// Rows are numbered from 0, and their values follow from the number, so that rows can refer to others without reading
// them, and every load gives the same rows.

/** The id of a row in SQL; `idOf` in sizes.ts gives the same. */
const id = (kind: string, number = 'n') => `md5('${kind}' || ${number})::uuid`

/** A number below the limit that looks random. */
const below = (limit: number, seed: number, number = 'n') =>
  `((hashint4extended(${number}, ${seed}) & 2147483647) % ${limit})::int`

const pick = (words: string, seed: number) => {
  const all = words.split(' ')
  return `(array['${all.join("','")}'])[1 + ${below(all.length, seed)}]`
}
const rows = (count: number) => `generate_series(0, ${count - 1}) n`
const ago = (seconds: number, seed: number) => `now() - ${below(seconds, seed)} * interval '1 second'`

const threeYears = 94_608_000

const allLastNames = `${lastNames} Herrera Marquez Pena Flores Cabrera Campos Vega Fuentes Carrasco Diez Caballero Nieto Reyes Aguilar Pascual Herrero Santana Lorenzo Hidalgo Montero Ibanez Gimenez Ferrer Duran Vicente Benitez Mora Arias Vargas Carmona Crespo Roman Pastor Soto Saez`
const jobs =
  'Nurse Physician Technician Assistant Therapist Coordinator Pharmacist Midwife Porter Dietitian Radiographer Surgeon'

/** Of a thousand employees, 469 are ACTIVE and 450 TERMINATED. */
const employeeStatus = `case when n % 1000 < 469 then 'ACTIVE' when n % 1000 < 919 then 'TERMINATED'
  when n % 1000 < 929 then 'ONBOARDING' when n % 1000 < 930 then 'PROPOSAL_PENDING' when n % 1000 < 950 then 'ON_LEAVE'
  else 'DEACTIVATED' end`

/** The number of an ACTIVE employee. */
const activeEmployee = (nth: string) => `(${nth} / 469 * 1000 + ${nth} % 469)`

/** Of a hundred positions, 10 are vacant, 88 staffed, and 2 inactive. */
const staffedPosition = (nth: string) => `(${nth} / 88 * 100 + 10 + ${nth} % 88)`

/** The employee of an assignment that has ended. */
const anyEmployee = (employees: number, number = 'n') => below(employees, 28, number)

/** The number of a user who is not an employee. */
const actor = ({ users }: Size, seed: number) => id('user', `(10 * ${below(Math.ceil(users / 10), seed)})`)

/** Log entries are numbered in the order of their instants, which are spread over two and a half years. */
const logged = (entries: number) => `now() - (${entries} - n) * interval '${80_000_000 / entries} seconds'`

const employeeTransitions = `array['activate ONBOARDING ACTIVE', 'go_on_leave ACTIVE ON_LEAVE',
  'return_from_leave ON_LEAVE ACTIVE', 'terminate ACTIVE TERMINATED', 'deactivate ACTIVE DEACTIVATED',
  'suspend ACTIVE SUSPENDED', 'end ACTIVE ENDED', 'end SUSPENDED ENDED']`

/** The statement of each table, those that take longest first. */
const statements: Record<string, (size: Size) => string> = {
  /**
   * Five in six active assignments are their employee's only one; the others give an employee a second position. The
   * assignments of employees who are not ACTIVE have ended.
   */
  assignments(size) {
    const { employees, positions, assignments, activeAssignments, suspendedAssignments } = size
    const first = Math.floor((activeAssignments * 5) / 6)
    const staffed = Math.floor((positions * 88) / 100)
    const nth = `(n % ${first})`
    const anyActive = below(Math.floor((employees * 469) / 1000), 28)
    return `insert into assignments (id, employee_id, position_id, effective_hours, is_reinforcement, status, effective_date,
      end_date, end_reason, suspended_at, notes, metadata, created_at, updated_at)
    select ${id('assignment')},
      ${id(
        'employee',
        `(case status when 'ACTIVE' then ${activeEmployee(nth)} when 'SUSPENDED' then ${activeEmployee(anyActive)}
          else ${anyEmployee(employees)} end)`,
      )},
      ${id(
        'position',
        `(case status when 'ACTIVE' then ${staffedPosition(`((${nth} + n / ${first} * ${staffed >> 1}) % ${staffed})`)}
          else ${below(positions, 29)} end)`,
      )},
      case when n >= ${first} then 12.5 else (array[20, 25, 30, 37.5])[1 + ${below(4, 30)}] end, n % 20 = 0, status,
      current_date - 1500 - ${below(1000, 31)}, case status when 'ENDED' then current_date - ${below(1500, 32)} end,
      case status when 'ENDED' then ${pick('RESIGNATION TRANSFER POSITION_CLOSED TERMINATED OTHER', 33)} else '' end,
      case status when 'SUSPENDED' then ${ago(10_000_000, 34)} end,
      case when n % 5 = 0 then 'Agreed with ' || ${pick(firstNames, 35)} || ' on day ' || ${below(1000, 36)} else '' end,
      '{"violations": []}', ${ago(threeYears, 37)}, ${ago(10_000_000, 38)}
    from (select n, case when n < ${activeAssignments} then 'ACTIVE'
        when n < ${activeAssignments + suspendedAssignments} then 'SUSPENDED' else 'ENDED' end as status
      from ${rows(assignments)}) assignment`
  },

  /** Three in eight are transitions of assignments. */
  transitions(size) {
    const { employees, assignments, activeAssignments, suspendedAssignments, transitions } = size
    const current = activeAssignments + suspendedAssignments
    const ended = `(${current} + ${below(assignments - current, 42)})`
    return `insert into transition_log (employee_id, assignment_id, from_status, to_status, transition, actor_id, reason, metadata, created_at)
    select ${id('employee', `(case when kind < 5 then ${below(employees, 43)} else ${anyEmployee(employees, ended)} end)`)},
      case when kind >= 5 then ${id('assignment', ended)} end, split_part(step, ' ', 2), split_part(step, ' ', 3),
      split_part(step, ' ', 1), case when n % 50 > 0 then ${actor(size, 44)} end,
      case when n % 3 = 0 then 'As agreed on day ' || ${below(1000, 45)} else '' end, '{}', ${logged(transitions)}
    from (select n, kind, (${employeeTransitions})[1 + kind] as step
      from (select n, ${below(8, 46)} as kind from ${rows(transitions)}) kinds) transition order by n`
  },

  /** Every employee has a contract, expired if they have left; the other tags are spread over all employees. */
  employeeTags: ({ employees, employeeTags, tags }) => `insert into employee_tags (id, employee_id, tag_id,
    start_date, end_date, status, created_at, updated_at)
  select ${id('employee tag')}, ${id('employee', 'employee')}, ${id('tag', 'tag')}, current_date - 2000 - ${below(2000, 21)},
    case when not is_held then current_date - 1 - ${below(1500, 22)}
      when n % 8 = 0 then current_date + 20 + ${below(1000, 23)} end,
    case when is_held then 'ACTIVE' else 'EXPIRED' end, ${ago(threeYears, 24)}, ${ago(10_000_000, 25)}
  from (
    select n, n as employee, case when n % 4 > 0 then 0 else 1 end as tag, n % 1000 not between 469 and 918 as is_held
    from ${rows(employees)}
    union all
    select n, ${below(employees, 26)}, 2 + ${below(tags - 2, 27)}, n % 5 < 2
    from generate_series(${employees}, ${employeeTags - 1}) n) tag`,

  employees: ({ employees }) => `insert into employees (id, employee_number, first_name, last_name, email,
    document_number, date_of_birth, hire_date, termination_date, leave_started_at, photo, status, proposal_type,
    proposal_notes, proposal_expires_at, previous_status, created_at, updated_at)
  select ${id('employee')}, 'E' || lpad(n::text, 7, '0'), ${pick(firstNames, 4)},
    ${pick(allLastNames, 5)} || ' ' || ${pick(allLastNames, 6)}, 'employee' || n || '@clinic.example',
    'X' || lpad(${below(100_000_000, 7)}::text, 8, '0'), date '1960-01-01' + ${below(15_000, 8)},
    date '2005-01-01' + ${below(7000, 9)},
    case status when 'TERMINATED' then current_date - ${below(2000, 10)} end,
    case status when 'ON_LEAVE' then ${ago(10_000_000, 11)} end,
    case when n % 3 = 0 then 'https://photos.example/' || ${below(100_000_000, 12)} || '.jpg' end, status,
    case status when 'PROPOSAL_PENDING' then 'ASSIGNMENT' end, case status when 'PROPOSAL_PENDING' then 'A proposal' end,
    case status when 'PROPOSAL_PENDING' then now() + interval '5 years' end,
    case status when 'PROPOSAL_PENDING' then 'ACTIVE' end, ${ago(threeYears, 13)}, ${ago(10_000_000, 14)}
  from (select n, ${employeeStatus} as status from ${rows(employees)}) employee`,

  tagChanges: (
    size,
  ) => `insert into tag_change_log (employee_id, tag_id, action, actor_id, reason, created_at)
  select ${id('employee', below(size.employees, 47))}, ${id('tag', below(size.tags, 48))},
    ${pick('ASSIGNED REMOVED REVOKED EXPIRED MODIFIED', 49)}, case when n % 5 > 0 then ${actor(size, 50)} end,
    case when n % 4 = 0 then 'Renewal ' || ${below(1000, 51)} else '' end, ${logged(size.tagChanges)}
  from ${rows(size.tagChanges)} order by n`,

  /** Conditions on existing rows, by the table's name in the singular. */
  changes: (size) => `insert into change_log (subject, subject_id, action, before, after, actor_id, via, name,
    address, request_id, created_at)
  select subject, md5(replace(rtrim(subject, 's'), '_', ' ') || ${below(size.positions, 52)})::uuid, 'UPDATE',
    '{"notes": "Before the change"}', '{"notes": "After the change"}', ${actor(size, 53)}, ${pick('rest trpc operator', 54)},
    '', '10.0.' || n % 250 || '.' || n / 250 % 250, 'request-' || n, ${logged(size.changes)}
  from (select n, ${pick('employees positions assignments employee_tags', 55)} as subject from ${rows(size.changes)}) change
  order by n`,

  securityEvents: (
    size,
  ) => `insert into security_log (event, outcome, times, user_id, name, address, user_agent,
    via, request_id, target, created_at)
  select event, case when event in ('login', 'refresh', 'logout') then 'DONE' else 'REFUSED' end, 1,
    ${id('user', below(size.users, 56))}, 'user' || ${below(size.users, 56)} || '@clinic.example',
    '10.0.' || n % 250 || '.' || n / 250 % 250, 'Browser', 'rest', 'request-' || n, '', ${logged(size.securityEvents)}
  from (select n, ${pick('login refresh logout failed_login csrf role throttled', 57)} as event
    from ${rows(size.securityEvents)}) event order by n`,

  operatorChanges: (size) => `insert into operator_log (action, target, details, reason, actor_id, created_at)
  select ${pick('throttles.block throttles.lift users.set_role users.end_session rules.update', 58)}, 'anon 10.0.' || n % 250,
    '{}', 'Ticket ' || ${below(1000, 59)}, ${actor(size, 60)}, ${logged(size.operatorChanges)}
  from ${rows(size.operatorChanges)} order by n`,

  positions: ({ positions, units }) => `insert into positions (id, org_unit_id, title, required_weekly_hours,
    is_active, notes, created_at, updated_at)
  select ${id('position')}, ${id('unit', `n % ${units}`)}, ${pick(jobs, 15)} || ' ' || lpad(n::text, 6, '0'),
    40 + ${below(160, 16)}, n % 100 < 98, case when n % 5 = 0 then 'Shared with ' || ${pick(specialties, 17)} else '' end,
    ${ago(threeYears, 18)}, ${ago(10_000_000, 19)}
  from ${rows(positions)}`,

  positionTags: ({
    positions,
  }) => `insert into position_tags (id, position_id, tag_id, is_mandatory, created_at)
  select ${id('position tag', "n || ' ' || tag")}, ${id('position')}, ${id('tag', 'tag')}, is_mandatory, ${ago(threeYears, 20)}
  from ${rows(positions)}, (values (4, 1, 3, true), (14, 3, 4, true), (3, 0, 5, false)) required (every, rest, tag, is_mandatory)
  where n % every = rest`,

  units: ({ units }) => {
    const [services, departments] = [Math.ceil(units / 10), Math.ceil(units / 100)]
    return `insert into org_units (id, parent_id, unit_type, code, name, sort_order, created_at, updated_at)
    select id, parent, upper(kind), code, ${pick(specialties, 1)} || ' ' || kind || ' ' || n, n, ${ago(threeYears, 2)}, now()
    from (
      select 'clinic' as kind, ${id('clinic')} as id, null::uuid as parent, 'CLINIC' as code, n from ${rows(1)}
      union all select 'department', ${id('department')}, ${id('clinic', '0')}, 'D' || n, n from ${rows(departments)}
      union all select 'service', ${id('service')}, ${id('department', `n % ${departments}`)}, 'S' || n, n from ${rows(services)}
      union all select 'unit', ${id('unit')}, ${id('service', `n % ${services}`)}, 'U' || n, n from ${rows(units)}) unit`
  },

  tags: ({
    tags,
  }) => `insert into tags (id, name, display_name, category, hours_delta, created_at, updated_at)
  select ${id('tag')}, name, initcap(name), category, case name when 'FULL-TIME' then 40 when 'PART-TIME' then 20
    else case category when 'EXCEPTION' then -8 else 0 end end, ${ago(threeYears, 3)}, now()
  from (select n, coalesce((array['FULL-TIME', 'PART-TIME', 'REDUCED', 'NURSING', 'IMAGING', 'TRIAGE'])[1 + n], 'TAG-' || n) as name,
    case when n < 2 then 'CONTRACT' when n = 2 or n % 10 = 9 then 'EXCEPTION' when n < 5 or n % 10 < 7 then 'QUALIFICATION'
      else 'CERTIFICATION' end as category
    from ${rows(tags)}) tag`,

  /** The first user is the benchmark's own. Nine in ten are employees. */
  users: ({
    users,
  }) => `insert into users (id, email, given_name, family_name, role, is_staff, is_superuser, date_joined)
  select ${id('user')}, 'user' || n || '@clinic.example', ${pick(firstNames, 39)}, ${pick(allLastNames, 40)},
    case when n % 10 > 0 then 'EMPLOYEE' else (array['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER'])[1 + n / 10 % 4] end,
    n = 0, n = 0, ${ago(threeYears, 41)}
  from ${rows(users)}`,
}

/** Statements that fill an empty database, in any order; its triggers and foreign keys must be off. */
export const inserts = (size: Size) => Object.values(statements).map((statement) => statement(size))

/** Every third staffed position has exactly the hours that it needs. */
export const coverSomePositions = `update positions p set required_weekly_hours = hours
  from (select position_id, sum(effective_hours) as hours from assignments where status = 'ACTIVE' group by position_id) a
  where p.id = position_id and hashint4extended(hashtext(p.title), 61) % 3 = 0`
