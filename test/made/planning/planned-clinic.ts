import { toDay } from '../../../src/calendar.ts'
import type { EmployeeStatus } from '../../../src/people/employee-lifecycle.ts'
import type { ClinicFacts } from '../../../src/planning/facts/clinic-facts.ts'
import { usualBasis } from '../../../src/planning/facts/read-snapshot.ts'

/** A tag held: its name, and perhaps its first and its last day. */
type Held = string | [name: string, start: string | null, end?: string | null]
type Assigned = { to: string; hours: number; from?: string; is_suspended?: boolean }
type Person = {
  status?: EmployeeStatus
  previous_status?: EmployeeStatus
  tags?: Held[]
  works?: Assigned[]
}
type Place = { required?: number; mandatory?: string[]; unit?: 'Ward 1' | 'Ward 2' }

/** A Wednesday. */
export const today = '2026-03-04'
const id = (kind: number, index: number) => `00000000-0000-400${kind}-8000-${String(index).padStart(12, '0')}`
const hundredths = (hours: number) => Math.round(hours * 100)

/**
 * Facts in words: tags with their hours, people with the tags they hold and where they work, positions by title. The
 * units are a clinic with two wards; an assignment to an unknown title is one to an inactive position.
 */
export function plannedClinic({
  tags = {},
  positions = {},
  people = {},
}: {
  tags?: Record<string, number>
  positions?: Record<string, Place>
  people?: Record<string, Person>
}): ClinicFacts {
  const names = Object.keys(tags)
  const titles = Object.keys(positions)
  const persons = Object.values(people)
  const units = ['Clinic', 'Ward 1', 'Ward 2']
  return {
    today: toDay(today),
    ...usualBasis,
    weekly_cap: null,
    rules: [],
    tags: names.map((name, index) => ({
      id: id(1, index),
      name,
      display_name: name,
      category: 'QUALIFICATION',
      hours_delta: hundredths(tags[name] ?? 0),
      is_active: true,
    })),
    units: units.map((name, index) => ({
      id: id(2, index),
      code: `U${index}`,
      name,
      type: index ? 'UNIT' : 'CLINIC',
      parent: index ? 0 : null,
      is_active: true,
    })),
    positions: Object.values(positions).map(({ required = 40, mandatory = [], unit = 'Ward 1' }, index) => ({
      id: id(3, index),
      title: titles[index] ?? '',
      unit: units.indexOf(unit),
      required: hundredths(required),
      mandatory: mandatory.map((name) => names.indexOf(name)),
      optional: [],
    })),
    employees: persons.map(({ status = 'ACTIVE', previous_status = null, tags: held = [] }, employee) => ({
      id: id(4, employee),
      name: Object.keys(people)[employee] ?? '',
      number: `N${employee}`,
      status,
      previous_status,
      tags: held.map((one, index) => {
        const [name, start = null, end = null] = typeof one === 'string' ? [one] : one
        return {
          id: id(5, 10 * employee + index),
          tag: names.indexOf(name),
          start: start ? toDay(start) : 0,
          end: end ? toDay(end) : Number.POSITIVE_INFINITY,
        }
      }),
    })),
    assignments: persons.flatMap(({ works = [] }, employee) =>
      works.map(({ to, hours, from, is_suspended = false }, index) => ({
        id: id(6, 10 * employee + index),
        employee,
        position: titles.indexOf(to),
        hours: hundredths(hours),
        from: from ? toDay(from) : null,
        is_suspended,
      })),
    ),
  }
}
