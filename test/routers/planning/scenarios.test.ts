import { describe, expect, test } from 'vitest'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/planning/v1/scenarios/'
const today = '2026-03-04'
const { make, admin } = await serviceForFile()
await make.clinic({ name: 'St. Anna' })

type Change = { kind: string; [field: string]: unknown }

const post = async (changes: unknown, more: object = {}) => {
  const { status, body } = await admin.post(path, { changes, ...more })
  return [status, body]
}
const answerTo = async (changes: Change[], more: object = {}) => {
  const [status, body] = await post(changes, more)
  expect([status, status === 200 || body]).toEqual([200, true])
  return body
}

// Ana Vidal, a nurse with 40 hours by contract and NightDuty until the 20th, works 30 hours as a night nurse.
const contract = await make.tag({ name: 'Full-40', category: 'CONTRACT', hours_delta: '40.00' })
const night = await make.tag({ name: 'NightDuty', category: 'CERTIFICATION' })
const unit = await make.unit({ name: 'Ward 7' })
const ana = await make.employee({ first_name: 'Ana', last_name: 'Vidal' })
const position = await make.position({ org_unit: unit.id, title: 'Night nurse' })
const day = await make.position({ org_unit: unit.id, title: 'Day nurse', required_weekly_hours: '20.00' })
await make.positionTag({ position: position.id, tag: night.id })
await make.employeeTag({ employee: ana.id, tag: contract.id })
const held = await make.employeeTag({ employee: ana.id, tag: night.id, end_date: '2026-03-20' })
const assignment = await make.assignment({
  employee: ana.id,
  position: position.id,
  effective_hours: '30.00',
})

describe('the answer', () => {
  const hours = { required_hours: '40.00', booked_hours: '30.00' }

  test('a scenario shows the differences before and after, and stores nothing', async () => {
    const body = await answerTo([{ kind: 'LEAVE', employee: ana.id }])
    const week = {
      week: '2026-W10',
      start_date: '2026-03-02',
      end_date: '2026-03-08',
      reference_date: today,
      required_hours: '60.00',
      booked_hours: '30.00',
      secure_hours: '30.00',
      at_risk: {
        away_hours: '0.00',
        missing_tags_hours: '0.00',
        not_started_hours: '0.00',
        over_contract_hours: '0.00',
      },
      contract_hours: '40.00',
      coverage_pct: '50.00',
      secure_coverage_pct: '50.00',
      secure_states: { vacant: 1, partial: 1, covered: 0, over_covered: 0 },
    }
    expect(body).toMatchObject({
      computed_at: '2026-03-04T10:00:00.000Z',
      reference_date: today,
      sentence: 'If Ana Vidal goes on leave, 30.00 h a week are lost in 1 unit.',
      before: [week],
      after: [
        {
          ...week,
          secure_hours: '0.00',
          at_risk: { ...week.at_risk, away_hours: '30.00' },
          contract_hours: '0.00',
          secure_coverage_pct: '0.00',
          secure_states: { vacant: 2, partial: 0, covered: 0, over_covered: 0 },
        },
      ],
      compared_week: '2026-W10',
      units: [
        {
          org_unit_id: unit.id,
          org_unit_name: 'Ward 7',
          before: {
            position_count: 2,
            required_hours: '60.00',
            booked_hours: '30.00',
            secure_hours: '30.00',
            coverage_pct: '50.00',
            secure_coverage_pct: '50.00',
          },
          after: { booked_hours: '30.00', secure_hours: '0.00', secure_coverage_pct: '0.00' },
        },
      ],
      positions: [
        {
          position_id: position.id,
          position_title: 'Night nurse',
          before: {
            org_unit_id: unit.id,
            org_unit_name: 'Ward 7',
            ...hours,
            secure_hours: '30.00',
            coverage_state: 'PARTIAL',
            secure_coverage_state: 'PARTIAL',
          },
          after: { ...hours, secure_hours: '0.00', secure_coverage_state: 'VACANT' },
        },
      ],
      balances: [],
      violations: { new_count: 0, new: [], resolved_count: 0, resolved: [] },
    })
    expect((await admin.get(`/api/v1/employees/${ana.id}/`)).body.status).toBe('ACTIVE')
    expect((await admin.get(`/api/v1/employees/${ana.id}/transitions/`)).body.count).toBe(0)
  })

  test('a scenario names new rows by their numbers, and missing rows null', async () => {
    const body = await answerTo([
      { kind: 'HIRE', tags: [contract.id, night.id] },
      { kind: 'POSITION_ADDED', org_unit_id: unit.id, title: 'Helper', required_weekly_hours: 10 },
      { kind: 'ASSIGNMENT_ADDED', employee: 'NEW-1', position_id: 'NEW-1', effective_hours: '12' },
      { kind: 'ASSIGNMENT_CHANGED', assignment: 'NEW-1', effective_hours: '11' },
      { kind: 'ASSIGNMENT_ENDED', assignment: assignment.id },
      { kind: 'POSITION_CLOSED', position_id: position.id },
    ])
    expect(body.positions).toMatchObject([
      { position_id: position.id, after: null },
      { position_id: 'NEW-1', position_title: 'Helper', before: null, after: { secure_hours: '11.00' } },
    ])
    expect(body.balances).toMatchObject([
      { employee_name: 'Vidal, Ana', after: { balance: '40.00' } },
      { employee: 'NEW-1', employee_name: 'NEW-1', before: null, after: { balance: '29.00' } },
    ])
    expect(body.violations.new).toEqual([
      {
        assignment: 'NEW-1',
        employee: 'NEW-1',
        employee_name: 'NEW-1',
        position_id: 'NEW-1',
        rule_code: 'COVERAGE_EXCEEDED',
        severity: 'WARNING',
        message: 'The position would have 11.00 hours assigned, above the 10.00 it requires.',
      },
    ])
  })

  test('a scenario compares the first week with a difference, from the reference date', async () => {
    const change = { kind: 'LEAVE', employee: ana.id, start_date: '2026-03-16', end_date: '2026-03-29' }
    const body = await answerTo([change], { reference_date: '2026-03-11', weeks: 4 })
    const week = ({ reference_date, secure_hours }: Record<string, string>) => [reference_date, secure_hours]
    expect(body.before.map(week)).toEqual([
      ['2026-03-11', '30.00'],
      ['2026-03-16', '30.00'],
      ['2026-03-23', '0.00'],
      ['2026-03-30', '0.00'],
    ])
    expect(body.after.map(week)).toEqual([
      ['2026-03-11', '30.00'],
      ['2026-03-16', '0.00'],
      ['2026-03-23', '0.00'],
      ['2026-03-30', '0.00'],
    ])
    expect([body.compared_week, body.sentence]).toEqual([
      '2026-W12',
      'If Ana Vidal goes on leave from 2026-03-16 to 2026-03-29, 30.00 h a week are lost in 1 unit in 1 of 4 weeks.',
    ])
  })
})

describe('the compared week', () => {
  const compared = async (...changes: Change[]) => {
    const { compared_week, sentence } = await answerTo(changes, { weeks: 6 })
    return [compared_week, sentence]
  }

  test('the compared week is the first in which a new requirement takes hours', async () => {
    const change = { kind: 'POSITION_CHANGED', position_id: position.id, add_tags: [contract.id] }
    const given = { kind: 'TAG_GRANTED', employee: ana.id, tag: night.id, start_date: '2026-03-23' }
    expect(await compared(change, given)).toEqual([
      '2026-W13',
      'If Night nurse in Ward 7 also requires Full-40 and Ana Vidal is given NightDuty on 2026-03-23, 30.00 h a week are gained in 1 unit in 3 of 6 weeks.',
    ])
  })

  test('the compared week is the first with another balance if nothing else differs', async () => {
    expect(await compared({ kind: 'HIRE', tags: [contract.id], start_date: '2026-03-09' })).toEqual([
      '2026-W11',
      'If someone with Full-40 is hired on 2026-03-09, pools grow by 40.00 h a week.',
    ])
  })
})

describe('the sentence', () => {
  const lost = '30.00 h a week are lost in 1 unit'
  const cases: [Change, string][] = [
    [
      { kind: 'LEAVE', employee: ana.id, end_date: '2026-04-01' },
      `If Ana Vidal goes on leave until 2026-04-01, ${lost}.`,
    ],
    [
      { kind: 'LEAVE', employee: ana.id, start_date: '2026-04-01' },
      'If Ana Vidal goes on leave from 2026-04-01, nothing changes in 2026-W10.',
    ],
    [
      { kind: 'TERMINATION', employee: ana.id },
      `If the employment of Ana Vidal ends, ${lost}; 1 violation is new.`,
    ],
    [
      { kind: 'HIRE', tags: [contract.id, night.id], start_date: '2026-04-01' },
      'If someone with Full-40 and NightDuty is hired on 2026-04-01, nothing changes in 2026-W10.',
    ],
    [
      { kind: 'TAG_REVOKED', employee_tag: held.id },
      `If Ana Vidal loses NightDuty, ${lost}; 1 violation is new.`,
    ],
    [
      { kind: 'TAG_EXTENDED', employee_tag: held.id, end_date: null },
      'If Ana Vidal keeps NightDuty with no end, nothing changes in 2026-W10.',
    ],
    [
      { kind: 'TAG_EXTENDED', employee_tag: held.id, end_date: '2026-06-30' },
      'If Ana Vidal keeps NightDuty until 2026-06-30, nothing changes in 2026-W10.',
    ],
    [
      { kind: 'TAG_GRANTED', employee: ana.id, tag: contract.id, start_date: today, end_date: '2026-12-31' },
      'If Ana Vidal is given Full-40 from 2026-03-04 to 2026-12-31, pools grow by 40.00 h a week.',
    ],
    [
      { kind: 'POSITION_ADDED', org_unit_id: unit.id, title: 'Helper', required_weekly_hours: '12.5' },
      'If Helper with 12.50 h is added to Ward 7, positions require 12.50 h more.',
    ],
    [
      {
        kind: 'POSITION_CHANGED',
        position_id: position.id,
        required_weekly_hours: '20',
        add_tags: [contract.id],
        remove_tags: [night.id],
      },
      'If Night nurse in Ward 7 requires 20.00 h instead of 40.00 h, also requires Full-40 and no longer requires NightDuty, positions require 20.00 h less; 1 violation is new.',
    ],
    [
      { kind: 'POSITION_CHANGED', position_id: position.id },
      'If Night nurse in Ward 7 stays as it is, nothing changes in 2026-W10.',
    ],
    [
      { kind: 'POSITION_CLOSED', position_id: day.id },
      'If Day nurse in Ward 7 is closed, positions require 20.00 h less.',
    ],
    [
      { kind: 'ASSIGNMENT_ADDED', employee: ana.id, position_id: day.id, effective_hours: '10' },
      'If Ana Vidal is given 10.00 h as Day nurse in Ward 7, 10.00 h a week are gained in 1 unit.',
    ],
    [
      { kind: 'ASSIGNMENT_CHANGED', assignment: assignment.id, effective_hours: '35' },
      'If Ana Vidal has 35.00 h instead of 30.00 h as Night nurse in Ward 7, 5.00 h a week are gained in 1 unit.',
    ],
    [
      { kind: 'ASSIGNMENT_ENDED', assignment: assignment.id },
      `If the assignment of Ana Vidal to Night nurse in Ward 7 ends, ${lost}.`,
    ],
    [
      { kind: 'CAP_CHANGED', max_weekly_hours: '20' },
      "If the clinic's weekly cap is 20.00 h, 1 violation is new.",
    ],
    [
      { kind: 'CAP_CHANGED', max_weekly_hours: null },
      'If the clinic has no weekly cap of its own, nothing changes in 2026-W10.',
    ],
    [
      { kind: 'RULE_CHANGED', code: 'MAX_WEEKLY_HOURS', severity: 'WARNING', threshold: '25', enabled: true },
      'If MAX_WEEKLY_HOURS is WARNING, is enabled and has the threshold 25.00, 1 violation is new.',
    ],
    [
      { kind: 'RULE_CHANGED', code: 'MAX_WEEKLY_HOURS', threshold: null, enabled: false },
      'If MAX_WEEKLY_HOURS is disabled and has its default threshold, nothing changes in 2026-W10.',
    ],
  ]

  test.for(cases.map(([change, sentence]) => ({ change, sentence })))(
    'a scenario is summed up in a sentence: $sentence',
    async ({ change, sentence }) => {
      expect((await answerTo([change])).sentence).toBe(sentence)
    },
  )

  test('the sentence of a scenario says how many of the hours are needed', async () => {
    const more = { kind: 'ASSIGNMENT_ADDED', employee: ana.id, position_id: day.id }
    const fewer = { kind: 'POSITION_CHANGED', position_id: position.id, required_weekly_hours: '20' }
    const requires = { ...fewer, position_id: day.id, required_weekly_hours: '4' }
    const raised = { kind: 'ASSIGNMENT_CHANGED', assignment: assignment.id, effective_hours: '35' }
    const sentences = [
      await answerTo([{ ...more, effective_hours: '10' }, requires]),
      await answerTo([fewer, raised]),
    ].map(({ sentence }) => sentence.split(', ').slice(1).join(', '))
    expect(sentences).toEqual([
      '10.00 h a week are gained in 1 unit, 4.00 h of them needed; positions require 16.00 h less; 1 violation is new.',
      '5.00 h a week are gained in 1 unit, none of them needed; positions require 20.00 h less; 1 violation is new.',
    ])
  })

  test('the sentence of a scenario names the employee who returns from leave', async () => {
    const { id } = await make.employee({ first_name: 'Bo', last_name: 'Li', status: 'ON_LEAVE' })
    const { sentence } = await answerTo([{ kind: 'RETURN', employee: id, start_date: today }], { weeks: 2 })
    expect(sentence).toBe(
      'If Bo Li returns from leave on 2026-03-04, nothing changes in the 2 weeks from 2026-W10.',
    )
  })

  test('the sentence of a scenario names two of many changes', async () => {
    const change = { kind: 'CAP_CHANGED', max_weekly_hours: '100' }
    const leave = { kind: 'LEAVE', employee: ana.id }
    expect((await answerTo([leave, change, change, change])).sentence).toBe(
      `If Ana Vidal goes on leave, the clinic's weekly cap is 100.00 h and 2 more changes are made, ${lost}.`,
    )
  })
})

describe('replan', () => {
  const leave = { kind: 'LEAVE', employee: ana.id }

  test('a replan reports the extra hours others could take, and which tags the rest needs', async () => {
    const ben = await make.employee({ first_name: 'Ben' })
    for (const tag of [contract, night]) await make.employeeTag({ employee: ben.id, tag: tag.id })
    const elsewhere = await make.position({ org_unit: unit.id, required_weekly_hours: '8.00' })
    await make.assignment({ employee: ben.id, position: elsewhere.id, effective_hours: '8.00' })
    const { sentence, plan_before, plan_after } = await answerTo([leave], { replan: true })
    expect(sentence).toBe(
      'If Ana Vidal goes on leave, 30.00 h a week are lost in 1 unit; others could take 2.00 h; 28.00 h stay open: NightDuty.',
    )
    expect(plan_before.summary).toMatchObject({
      lacking_hours: '30.00',
      planned_hours: '30.00',
      open_hours: '0.00',
    })
    expect(plan_after.summary).toMatchObject({
      lacking_hours: '60.00',
      planned_hours: '32.00',
      open_hours: '28.00',
    })
    expect(plan_after.shortages).toMatchObject([{ short_hours: '28.00' }])
  })

  test('a replan reports the open hours of a new position', async () => {
    const added = { kind: 'POSITION_ADDED', org_unit_id: unit.id, title: 'Night helper', tags: [night.id] }
    const { sentence } = await answerTo([{ ...added, required_weekly_hours: '20' }], { replan: true })
    expect(sentence).toBe(
      'If Night helper with 20.00 h is added to Ward 7, positions require 20.00 h more; others could take 12.00 h; 8.00 h stay open: NightDuty.',
    )
  })

  test('a replan reports that an assignment that ends could be planned again', async () => {
    const { sentence } = await answerTo([{ kind: 'ASSIGNMENT_ENDED', assignment: assignment.id }], {
      replan: true,
    })
    expect(sentence).toBe(
      'If the assignment of Ana Vidal to Night nurse in Ward 7 ends, 30.00 h a week are lost in 1 unit; a plan could cover all of it.',
    )
  })

  test('a replan reports what a hire could cover', async () => {
    await make.position({ org_unit: unit.id, required_weekly_hours: '50.00' })
    const { sentence } = await answerTo([{ kind: 'HIRE', tags: [contract.id] }], { replan: true })
    expect(sentence).toBe('If someone with Full-40 is hired, a plan leaves 38.00 h less open.')
  })

  test('a replan plans booked hours if no position may exceed its requirement', async () => {
    const rule = { kind: 'RULE_CHANGED', code: 'COVERAGE_EXCEEDED', severity: 'BLOCKING' }
    const { sentence, plan_after } = await answerTo([leave, rule], { replan: true })
    expect(sentence).toBe(
      'If Ana Vidal goes on leave and COVERAGE_EXCEEDED is BLOCKING, 30.00 h a week are lost in 1 unit; a plan leaves 10.00 h more open.',
    )
    expect(plan_after.summary.lacking_hours).toBe('80.00')
  })

  test('a replan plans the compared week, however far ahead it is', async () => {
    const late = { kind: 'TAG_GRANTED', employee: ana.id, tag: contract.id, start_date: '2027-02-01' }
    const body = await answerTo([late], { reference_date: '2026-09-02', weeks: 26, replan: true })
    expect([body.compared_week, body.plan_after.summary.open_hours]).toEqual(['2027-W05', expect.any(String)])
  })

  test('a scenario has a replan only on request', async () => {
    expect(await answerTo([leave])).toMatchObject({ plan_before: null, plan_after: null })
  })
})
