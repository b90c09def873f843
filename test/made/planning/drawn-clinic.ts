import { toDay } from '../../../src/calendar.ts'
import type { EmployeeStatus } from '../../../src/people/employee-lifecycle.ts'
import type { TagCategory } from '../../../src/people/tag.ts'
import type { AssignedHours, ClinicFacts, TagFacts } from '../../../src/planning/facts/clinic-facts.ts'
import { usualBasis } from '../../../src/planning/facts/read-snapshot.ts'
import { seededRules } from '../seeded-rules.ts'

/** People by name, positions by title, and their hours; tags are made as they are named. */
export type Drawn = {
  people?: Record<
    string,
    {
      hours?: number
      tags?: string[]
      status?: EmployeeStatus
      works?: Record<string, number>
      suspended?: string[]
    }
  >
  positions?: Record<string, { hours: number; tags?: string[]; optional?: string[]; unit?: string }>
  /** Tags that are certifications; the others are qualifications. */
  certifications?: string[]
}

const uuid = (kind: number, index: number) =>
  `${kind}0000000-0000-4000-8000-${String(index).padStart(12, '0')}`

/** The facts of a clinic with the seeded rules, on 4 March 2026. Ids are in the order in which things are drawn. */
export function drawnClinic({ people = {}, positions = {}, certifications = [] }: Drawn): ClinicFacts {
  const tags: TagFacts[] = []
  function tag(name: string, category: TagCategory, hours_delta = 0) {
    const known = tags.findIndex((one) => one.name === name)
    if (known >= 0) return known
    const id = uuid(4, tags.length)
    return (
      tags.push({ id, name, display_name: `The tag ${name}`, category, hours_delta, is_active: true }) - 1
    )
  }
  const named = (names: string[] = []) =>
    names.map((name) => tag(name, certifications.includes(name) ? 'CERTIFICATION' : 'QUALIFICATION'))

  const units = [...new Set(Object.values(positions).map(({ unit = 'Ward' }) => unit))]
  const titles = Object.keys(positions)
  const assignments: AssignedHours[] = []
  for (const [employee, { works = {}, suspended = [] }] of Object.values(people).entries())
    for (const [title, hours] of Object.entries(works))
      assignments.push({
        id: uuid(6, assignments.length),
        employee,
        position: titles.indexOf(title),
        hours: 100 * hours,
        from: null,
        is_suspended: suspended.includes(title),
      })
  const clinic = {
    id: uuid(5, 0),
    code: 'C',
    name: 'Clinic',
    type: 'CLINIC' as const,
    parent: null,
    is_active: true,
  }
  return {
    today: toDay('2026-03-04'),
    ...usualBasis,
    weekly_cap: null,
    rules: [...seededRules],
    tags,
    units: [
      clinic,
      ...units.map((name, at) => ({
        ...clinic,
        id: uuid(5, at + 1),
        code: name,
        name,
        type: 'UNIT' as const,
        parent: 0,
      })),
    ],
    employees: Object.entries(people).map(([name, { hours = 0, tags: held, status = 'ACTIVE' }], index) => ({
      id: uuid(1, index),
      name,
      number: `E${index}`,
      status,
      previous_status: null,
      tags: [...named(held), ...(hours ? [tag(`${hours}h`, 'CONTRACT', 100 * hours)] : [])].map(
        (one, at) => ({
          id: uuid(2, 100 * index + at),
          tag: one,
          start: 0,
          end: Number.POSITIVE_INFINITY,
        }),
      ),
    })),
    positions: Object.entries(positions).map(
      ([title, { hours, tags: mandatory, optional, unit = 'Ward' }], index) => ({
        id: uuid(3, index),
        title,
        unit: 1 + units.indexOf(unit),
        required: 100 * hours,
        mandatory: named(mandatory),
        optional: named(optional),
      }),
    ),
    assignments,
  }
}
