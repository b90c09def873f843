import fc from 'fast-check'
import { employeeStatuses } from '../../../src/people/employee-lifecycle.ts'
import { plannedClinic } from './planned-clinic.ts'

const tags = { FULL: 40, HALF: 20, Odd: 7.77, Leave: -20, Nurse: 0, ALS: 0 }
const titles = ['A', 'B', 'C', 'D', 'E']
const hours = fc.integer({ min: 1, max: 6000 }).map((hundredths) => hundredths / 100)
const ends = fc.constantFrom(null, '2026-03-20', '2026-04-05', '2026-05-31')

const held = fc
  .subarray(Object.keys(tags))
  .chain((names) =>
    fc.tuple(...names.map((name) => ends.map((end): [string, null, string | null] => [name, null, end]))),
  )

const works = fc
  .subarray([...titles, 'closed'])
  .chain((places) =>
    fc.tuple(...places.map((to) => fc.record({ to: fc.constant(to), hours, is_suspended: fc.boolean() }))),
  )

const person = fc.record({
  status: fc.constantFrom(...employeeStatuses, 'ACTIVE' as const, 'ACTIVE' as const),
  previous_status: fc.constant('ACTIVE' as const),
  tags: held,
  works,
})

const place = fc.record({
  required: hours,
  mandatory: fc.subarray(['Nurse', 'ALS']),
  unit: fc.constantFrom('Ward 1' as const, 'Ward 2' as const),
})

/** Small clinics of all kinds: two wards, up to five positions and six people. */
export const randomClinics = fc
  .record({
    positions: fc.dictionary(fc.constantFrom(...titles), place, { minKeys: 1, noNullPrototype: true }),
    people: fc.dictionary(fc.constantFrom('Ana', 'Bea', 'Cid', 'Dan', 'Eva', 'Fay'), person, {
      noNullPrototype: true,
    }),
  })
  .map((drawn) => plannedClinic({ tags, ...drawn }))
