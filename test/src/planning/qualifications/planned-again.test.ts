import { describe, expect, test } from 'vitest'
import { toDate, toDay } from '../../../../src/calendar.ts'
import { formatHundredths } from '../../../../src/hours.ts'
import type { ClinicFacts, EmployeeFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { mondayOf } from '../../../../src/planning/facts/day.ts'
import { certificate } from '../../../../src/planning/flow/certificate.ts'
import { PlanningNetwork } from '../../../../src/planning/flow/network.ts'
import { planningProblem, usualRequest } from '../../../../src/planning/flow/problem.ts'
import type { PlanRequest } from '../../../../src/planning/flow/solution.ts'
import { secureHours } from '../../../../src/planning/forecast/totals.ts'
import { renewals } from '../../../../src/planning/qualifications/renewals.ts'
import { singlePoints } from '../../../../src/planning/qualifications/single-points.ts'
import { training } from '../../../../src/planning/qualifications/training.ts'
import { madeUpHospital, seeded } from '../../../made/planning/hospital.ts'
import { tinyClinic } from '../../../made/planning/tiny-clinic.ts'
import { seeds } from '../../../setup/run/ring.ts'

// Each figure is compared with a plan that is made from the start on a clinic in which the change has been made.

type Held = EmployeeFacts['tags'][number]

const givesHours = ({ tags }: ClinicFacts, { tag }: Held) => (tags[tag]?.hours_delta ?? 0) > 0

const everything = { offset: 0, limit: Number.POSITIVE_INFINITY }

/** A clinic with tags that end soon, people who answer proposals, and work that people lack the tags for. */
function clinic(seed: number): ClinicFacts {
  const random = seeded(seed)
  const size = { seed, people: 14, positions: 9, assigned: 0.7 }
  const made = seed % 3 ? madeUpHospital(size) : tinyClinic(seed).facts
  const tags = made.tags.map((tag, at) =>
    seed % 3 || at > 1 ? tag : { ...tag, category: 'CERTIFICATION' as const },
  )
  const ending = (held: Held): Held[] => {
    if (random() >= 0.3) return [held]
    const end = made.today + Math.floor(random() * 40)
    const next = { ...held, id: `${held.id} next`, start: end + 1 + Math.floor(random() * 14) }
    const isFollowed = givesHours(made, held) && random() < 0.3
    return [{ ...held, end }, ...(isFollowed ? [next] : [])]
  }
  const severity = random() < 0.5 ? ('BLOCKING' as const) : ('WARNING' as const)
  const rules = [
    ...made.rules,
    { code: 'TAG_REQUIREMENT_MISMATCH' as const, severity, threshold: null, enabled: true },
  ]
  return {
    ...made,
    rules,
    tags,
    headroom: seed % 5 ? 0 : 2000,
    employees: made.employees.map((entry) => ({
      ...entry,
      tags: entry.tags.flatMap(ending),
      ...(random() < 0.1 && { status: 'PROPOSAL_PENDING', previous_status: 'ACTIVE' }),
    })),
    assignments: made.assignments.map((one) =>
      random() < 0.15 ? { ...one, position: Math.floor(random() * made.positions.length) } : one,
    ),
  }
}

/** What no plan covers on the day, in hundredths. */
function openIn(facts: ClinicFacts, request: Pick<PlanRequest, 'day'> & Partial<PlanRequest>): number {
  // What a plan proves of itself; the lines that would reach it are not asked for.
  const problem = planningProblem(facts, { ...usualRequest, demand: 'SECURE', ...request })
  const { lacking, maximum } = certificate(problem, new PlanningNetwork(problem).shortDemands())
  return lacking - maximum
}

/** The clinic in which the employee with the id is changed. */
const withEmployee = (
  facts: ClinicFacts,
  id: string,
  change: (one: EmployeeFacts) => Partial<EmployeeFacts>,
) => ({
  ...facts,
  employees: facts.employees.map((one) => (one.id === id ? { ...one, ...change(one) } : one)),
})

/** The last day of a tag that is renewed: for hours, the one before the next contract begins. */
function lastDay(facts: ClinicFacts, tags: readonly Held[], held: Held): number {
  const following = tags.filter((one) => one.start > held.end && givesHours(facts, one))
  return givesHours(facts, held) ? Math.min(...following.map(({ start }) => start - 1)) : Infinity
}

const granted = (facts: ClinicFacts, id: string, tag: string) =>
  withEmployee(facts, id, ({ tags }) => ({
    tags: [
      ...tags,
      { id: '', tag: facts.tags.findIndex((one) => one.id === tag), start: facts.today, end: Infinity },
    ],
  }))

/** The hours that positions lose on the day if the second clinic follows the first; what others gain does not count. */
function lost(before: ClinicFacts, after: ClinicFacts, day: number): number {
  const left = secureHours(after, day)
  return secureHours(before, day).reduce((sum, hours, at) => sum + Math.max(0, hours - (left[at] ?? 0)), 0)
}

describe.each(seeds(200, 8))('in the random clinic %i', (seed) => {
  const facts = clinic(seed)
  const reference_date = toDate(facts.today)

  test('what falls and what stays open without each renewal is what planning again finds', () => {
    const { rows, count } = renewals(facts, { weeks: 4, org_unit_id: null, category: null, ...everything })
    expect(rows).toHaveLength(count)
    for (const row of rows) {
      const day = mondayOf(toDay(row.last_day)) + 7
      const renewed = (except: string) =>
        withEmployee(facts, row.employee, ({ tags }) => ({
          tags: tags.map((held) =>
            held.end < day && held.id !== except ? { ...held, end: lastDay(facts, tags, held) } : held,
          ),
        }))
      const exclude_employees = [facts.employees.findIndex(({ id }) => id === row.employee)]
      const asked = { day, exclude_employees }
      const [all, allButThis] = [renewed(''), renewed(row.employee_tag)]
      expect([row.hours, row.open_hours]).toEqual([
        formatHundredths(lost(all, allButThis, day)),
        formatHundredths(Math.max(0, openIn(allButThis, asked) - openIn(all, asked))),
      ])
    }
  })

  test.each(['BOOKED', 'SECURE'] as const)(
    'what training opens of %s hours is what planning again finds',
    (demand) => {
      const day = facts.today
      const asked = {
        org_unit_id: null,
        reference_date,
        demand,
        pairs: 4,
        include_qualifications: seed % 2 === 0,
      }
      const { open_hours, pairs } = training(facts, asked)
      let trained = facts
      expect(open_hours).toBe(formatHundredths(openIn(facts, { day, demand })))
      for (const { employee, tag, ...hours } of pairs) {
        const before = openIn(trained, { day, demand })
        trained = granted(trained, employee, tag)
        const open = openIn(trained, { day, demand })
        expect(hours).toMatchObject({
          closes_hours: formatHundredths(before - open),
          closed_hours: formatHundredths(openIn(facts, { day, demand }) - open),
          open_hours: formatHundredths(open),
        })
      }
    },
  )

  test('no other single qualification opens more than the first one named', () => {
    const day = facts.today
    const asked = {
      org_unit_id: null,
      reference_date,
      demand: 'BOOKED',
      include_qualifications: true,
    } as const
    const [first] = training(facts, { ...asked, pairs: 1 }).pairs
    const open = openIn(facts, { day, demand: 'BOOKED' })
    const each = facts.employees.flatMap(({ id }) =>
      facts.tags
        .filter(({ category }) => category !== 'CONTRACT')
        .map((tag) => open - openIn(granted(facts, id, tag.id), { day, demand: 'BOOKED' })),
    )
    expect(first?.closes_hours ?? '0.00').toBe(formatHundredths(Math.max(0, ...each)))
  })

  test('what nobody could take over is what planning again finds without the person', () => {
    const day = facts.today
    const { rows } = singlePoints(facts, { org_unit_id: null, reference_date, ...everything })
    const expected = facts.employees.flatMap(({ id }, employee) => {
      const gone = withEmployee(facts, id, () => ({ status: 'TERMINATED' }))
      const hours = openIn(gone, { day }) - openIn(facts, { day, exclude_employees: [employee] })
      return hours > 0 ? [[id, formatHundredths(hours)]] : []
    })
    expect(Object.fromEntries(rows.map(({ employee, hours }) => [employee, hours]))).toEqual(
      Object.fromEntries(expected),
    )
    for (const { employee, could_train } of rows)
      for (const one of could_train) {
        const gone = withEmployee(facts, employee, () => ({ status: 'TERMINATED' }))
        const closes = openIn(gone, { day }) - openIn(granted(gone, one.employee, one.tag), { day })
        expect(one.closes_hours).toBe(formatHundredths(closes))
      }
  })
})
