import { expect, test } from 'vitest'
import { explainedShortages } from '../../../../src/planning/plans/shortages.ts'
import { shownShortages } from '../../../../src/planning/plans/shown-shortages.ts'
import { type Drawn, drawnClinic } from '../../../made/planning/drawn-clinic.ts'
import { plainRequest } from '../../../made/planning/hospital.ts'
import { proven } from '../../../made/planning/proven.ts'
import { tinyClinic } from '../../../made/planning/tiny-clinic.ts'
import { seeds } from '../../../setup/run/ring.ts'

/** The shortages of a drawn clinic, as clients see them. */
function shortages(drawn: Drawn, lines: Parameters<typeof proven>[2] = []) {
  const facts = drawnClinic(drawn)
  return shownShortages(proven(facts, plainRequest(facts), lines))
}
const sentences = (drawn: Drawn) => shortages(drawn).map(({ sentence }) => sentence)

test('the shortages of tiny clinics add up to all open hours, position by position', () => {
  for (const seed of seeds(1000)) {
    const { facts, request } = tinyClinic(seed)
    const planned = proven(facts, request)
    const { certificate } = planned.solution
    const found = explainedShortages(planned)
    const sum = found.reduce((total, { short }) => total + short, 0)
    expect({ seed, sum }).toEqual({ seed, sum: certificate.lacking - certificate.maximum })
    for (const { short, tag_sets, part } of found) {
      expect(short).toBeGreaterThan(0)
      expect(tag_sets.flatMap(({ positions }) => positions).sort()).toEqual([...part.positions].sort())
    }
    const positions = found.flatMap(({ part }) => part.positions).sort((a, b) => a - b)
    expect(positions).toEqual(certificate.short.positions)
  }
})

const nurse = { hours: 40, tags: ['Nurse'] }
const works = (hours: number) => ({ ...nurse, works: { Elsewhere: hours } })
const elsewhere = { Elsewhere: { hours: 1 } }

test('a shortage names the required tags, the missing hours and the available people', () => {
  const drawn: Drawn = {
    people: {
      'Vidal, Ana': works(40),
      'Roy, Jean': works(38),
      'Sala, Pau': { ...nurse, status: 'ON_LEAVE' },
      'Mora, Eva': { ...nurse, status: 'TERMINATED' },
    },
    positions: {
      Day: { hours: 84, tags: ['Nurse'], unit: 'Ward A' },
      Night: { hours: 20, tags: ['Nurse', 'Night'], unit: 'Ward B' },
      ...elsewhere,
    },
  }
  expect(shortages(drawn)).toEqual([
    {
      short_hours: '104.00',
      short_fte: '2.60',
      lacking_hours: '104.00',
      free_hours: '0.00',
      tag_sets: [
        { tags: ['Nurse'], position_count: 1, lacking_hours: '84.00', short_alone_hours: '84.00' },
        { tags: ['Night', 'Nurse'], position_count: 1, lacking_hours: '20.00', short_alone_hours: '20.00' },
      ],
      positions: [
        { position_id: expect.any(String), title: 'Day', org_unit_name: 'Ward A', lacking_hours: '84.00' },
        { position_id: expect.any(String), title: 'Night', org_unit_name: 'Ward B', lacking_hours: '20.00' },
      ],
      position_count: 2,
      holders: {
        active: 2,
        on_leave: 1,
        other: 1,
        contract_hours: '80.00',
        assigned_hours: '78.00',
        left_below_minimum_hours: '2.00',
      },
      cause: 'NO_HOURS_LEFT',
      sentence:
        'Short 104.00 h a week (2.60 FTE): Nurse. 2 positions in 2 units lack 104.00 h (of which 20.00 h also Night). None of the 2 active people who hold it has 4.00 h or more left.',
      remedies: expect.any(Array),
    },
  ])
})

test.each<[string, Drawn, ...string[]]>([
  [
    'no active employee holds the tags',
    {
      people: { 'Vidal, Ana': { hours: 40, tags: ['Nurse'], status: 'ON_LEAVE' } },
      positions: { Night: { hours: 36, tags: ['Nurse', 'Night'] } },
    },
    'Short 36.00 h a week (0.90 FTE): Night + Nurse. 1 position in 1 unit lacks 36.00 h. No active person holds them all.',
  ],
  [
    'there are no people',
    { positions: { Desk: { hours: 1500 } } },
    'Short 1,500.00 h a week (37.50 FTE): no particular tags. 1 position in 1 unit lacks 1,500.00 h. No one is active.',
  ],
  [
    'the only holder has no hours left',
    {
      people: { 'Vidal, Ana': works(40) },
      positions: { Day: { hours: 10, tags: ['Nurse'] }, ...elsewhere },
    },
    'Short 10.00 h a week (0.25 FTE): Nurse. 1 position in 1 unit lacks 10.00 h. The only active person who holds it has less than 4.00 h left.',
  ],
  [
    'the qualified people have too few hours',
    {
      people: {
        'Vidal, Ana': nurse,
        'Roy, Jean': works(37),
        'Sala, Pau': works(20),
        'Gil, Mar': works(60),
      },
      positions: {
        Day: { hours: 100, tags: ['Nurse'] },
        Other: { hours: 30, tags: ['Nurse'] },
        ...elsewhere,
      },
    },
    'Short 70.00 h a week (1.75 FTE): Nurse. 2 positions in 1 unit lack 130.00 h. Only 2 people who may fill them have hours left: 60.00 h, of which the plan uses 0.00 h; the other 2 have less than 4.00 h.',
  ],
  [
    'the same people are wanted in two places',
    {
      people: { 'Vidal, Ana': { hours: 20, tags: ['Nurse', 'Midwife'] } },
      positions: { Birth: { hours: 18, tags: ['Midwife'] }, Day: { hours: 16, tags: ['Nurse'] } },
    },
    'Short 14.00 h a week (0.35 FTE): Midwife and Nurse. 2 positions in 1 unit lack 34.00 h. Only 1 person who may fill them has hours left: 20.00 h, of which the plan uses 0.00 h. All these hours are short only because the same people are wanted for several of these positions.',
  ],
])('a shortage says why: %s', (_, drawn, ...expected) => {
  expect(sentences(drawn)).toEqual(expected)
})

test('a shortage says whether the plan uses all the hours that are left', () => {
  const drawn = {
    people: { 'Vidal, Ana': nurse, 'Roy, Jean': works(40) },
    positions: { Day: { hours: 50, tags: ['Nurse'] }, ...elsewhere },
  }
  const [shortage] = shortages(drawn, [{ employee: 0, position: 0, added: 4000 }])
  expect(shortage?.sentence).toMatch(/40\.00 h, all of which the plan uses; the other one has none\.$/)
})

test('shortages with more requirements join those with fewer only if no qualified employee has hours left', () => {
  const positions = {
    Day: { hours: 20, tags: ['Nurse'] },
    Night: { hours: 10, tags: ['Nurse', 'Night'] },
    Birth: { hours: 15, tags: ['Midwife'] },
    Desk: { hours: 12 },
  }
  const sets = (people: Drawn['people'] = {}) =>
    shortages({ people, positions }).map(({ short_hours, tag_sets }) => [
      short_hours,
      ...tag_sets.map(({ tags }) => tags.join()),
    ])
  expect(sets()).toEqual([
    ['30.00', 'Nurse', 'Night,Nurse'],
    ['15.00', 'Midwife'],
    ['12.00', ''],
  ])
  expect(sets({ 'Vidal, Ana': { hours: 10, tags: ['Nurse'] } })).toEqual([
    ['22.00', 'Nurse', ''],
    ['15.00', 'Midwife'],
    ['10.00', 'Night,Nurse'],
  ])
})

test('a shortage lists its 50 largest positions and counts them all', () => {
  const positions = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`P${at}`, { hours: 100 + at, tags: ['Nurse'] }]),
  )
  const [shortage] = shortages({ positions })
  expect(shortage?.position_count).toBe(60)
  expect(shortage?.positions.map(({ lacking_hours }) => lacking_hours)).toEqual(
    Array.from({ length: 50 }, (_, at) => `${159 - at}.00`),
  )
})

test('excluded people do not count in shortages', () => {
  const facts = drawnClinic({
    people: { 'Vidal, Ana': nurse },
    positions: { Day: { hours: 10, tags: ['Nurse'] } },
  })
  const [shortage] = shownShortages(proven(facts, plainRequest(facts, { exclude_employees: [0] })))
  expect(shortage).toMatchObject({ cause: 'NOBODY_HOLDS', holders: { active: 0, on_leave: 0, other: 0 } })
  expect(shortage?.sentence).toMatch(/ No one who may be planned holds it\.$/)
})

test('a remedy names its change and the growth of the maximum', () => {
  const drawn: Drawn = {
    certifications: ['Night'],
    people: {
      'Dubois, Jérôme': { hours: 24, tags: ['Nurse'] },
      'Roy, Jean': { hours: 30, tags: ['Nurse', 'Night'], works: { Elsewhere: 30 } },
      'Sala, Pau': { hours: 6, tags: ['Nurse', 'Night'], status: 'ON_LEAVE' },
      'Gil, Mar': { hours: 43, tags: ['Nurse', 'Night'], works: { Elsewhere: 40 } },
    },
    positions: { Night: { hours: 28, tags: ['Nurse', 'Night'] }, ...elsewhere },
  }
  const [shortage] = shortages(drawn)
  expect(shortage?.remedies).toEqual([
    {
      kind: 'CERTIFY',
      tag: expect.any(String),
      tag_name: 'Night',
      employees: [{ id: expect.any(String), name: 'Dubois, Jérôme' }],
      closes_hours: '24.00',
      sentence:
        'Night for 1 more person (Dubois, Jérôme), who has everything else and hours left, would close 24.00 h.',
    },
    {
      kind: 'RETURN',
      tag: null,
      tag_name: null,
      employees: [{ id: expect.any(String), name: 'Sala, Pau' }],
      closes_hours: '6.00',
      sentence: 'The return from leave of Sala, Pau would close 6.00 h.',
    },
    {
      kind: 'OVERTIME',
      tag: null,
      tag_name: null,
      employees: [],
      closes_hours: '28.00',
      sentence: 'Overtime up to the weekly cap, by those who may fill the positions, would close 28.00 h.',
    },
    {
      kind: 'HIRE',
      tag: null,
      tag_name: null,
      employees: [],
      closes_hours: '28.00',
      sentence: 'Hiring 0.70 FTE with Night + Nurse would close 28.00 h.',
    },
    {
      kind: 'SMALLER_MINIMUM',
      tag: null,
      tag_name: null,
      employees: [],
      closes_hours: '3.00',
      sentence: 'A minimum of 0.25 h instead of 4.00 h per new assignment would close 3.00 h in all.',
    },
  ])
})

test('a remedy names all shortages that it closes, and a hire needs the tags of each', () => {
  const overtime = { hours: 30, tags: ['Nurse', 'Midwife'], works: { Elsewhere: 30 } }
  const drawn: Drawn = {
    people: { 'Vidal, Ana': overtime },
    positions: {
      Birth: { hours: 10, tags: ['Midwife'] },
      Day: { hours: 12, tags: ['Nurse'] },
      Night: { hours: 5, tags: ['Nurse', 'Night'] },
      ...elsewhere,
    },
  }
  expect(shortages(drawn).map(({ remedies }) => remedies.map(({ sentence }) => sentence))).toEqual([
    [
      'Overtime up to the weekly cap, by those who may fill the positions, would close 22.00 h in all.',
      'Hiring 0.43 FTE with Nurse and whatever else the positions require would close 17.00 h.',
    ],
    [
      'Overtime up to the weekly cap, by those who may fill the positions, would close 22.00 h in all.',
      'Hiring 0.25 FTE with Midwife would close 10.00 h.',
    ],
  ])
})

test('a remedy names the hours of a new person, and the effect on other shortages', () => {
  const facts = drawnClinic({
    people: {
      'Vidal, Ana': { hours: 40, tags: ['Nurse', 'Night'], works: { Day: 40 } },
      'Roy, Jean': { hours: 18, tags: ['Nurse'] },
    },
    positions: {
      Day: { hours: 40, tags: ['Nurse'] },
      Evening: { hours: 20, tags: ['Nurse'] },
      Night: { hours: 5, tags: ['Nurse', 'Night'] },
    },
  })
  const told = shownShortages(proven(facts, plainRequest(facts))).map(({ remedies }) =>
    remedies.map(({ sentence }) => sentence),
  )
  expect(told).toEqual([
    [
      'Overtime up to the weekly cap, by those who may fill the positions, would close 7.00 h in all.',
      'Hiring 0.13 FTE with Night + Nurse would close 5.00 h.',
    ],
    [
      'Overtime up to the weekly cap, by those who may fill the positions, would close 7.00 h in all.',
      'Hiring 0.10 FTE with Nurse would close 2.00 h.',
    ],
  ])
})

test('a return from leave also closes the booked hours at risk', () => {
  const away = { ...nurse, status: 'ON_LEAVE' as const, works: { Day: 30 } }
  const facts = drawnClinic({
    people: { 'Sala, Pau': away },
    positions: { Day: { hours: 50, tags: ['Nurse'] } },
  })
  const closed = (demand: 'BOOKED' | 'SECURE') =>
    shownShortages(proven(facts, plainRequest(facts, { demand })))[0]?.remedies[0]
  expect(closed('BOOKED')).toMatchObject({ kind: 'RETURN', closes_hours: '10.00' })
  expect(closed('SECURE')).toMatchObject({ kind: 'RETURN', closes_hours: '40.00' })
})

test('no remedy proposes a qualification or an inactive certificate', () => {
  const drawn: Drawn = {
    people: { 'Dubois, Jérôme': { hours: 24, tags: ['Nurse'] } },
    positions: { Theatre: { hours: 28, tags: ['Nurse', 'Surgeon'] } },
  }
  const kinds = (facts: ReturnType<typeof drawnClinic>) =>
    shownShortages(proven(facts, plainRequest(facts))).map(({ remedies }) => remedies.map(({ kind }) => kind))
  expect(kinds(drawnClinic(drawn))).toEqual([['HIRE']])
  const certified = drawnClinic({ ...drawn, certifications: ['Surgeon'] })
  expect(kinds(certified)).toEqual([['CERTIFY', 'HIRE']])
  const tags = certified.tags.map((tag) => ({ ...tag, is_active: tag.name !== 'Surgeon' }))
  expect(kinds({ ...certified, tags })).toEqual([['HIRE']])
})
