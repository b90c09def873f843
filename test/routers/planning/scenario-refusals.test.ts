import { describe, expect, test } from 'vitest'
import {
  type Bad,
  boolean,
  choice,
  date,
  decimal,
  ids,
  type Kind,
  reference,
  text,
} from '../../expect/bad-values.ts'
import { doesNotExist, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { make, admin } = await serviceForFile()
await make.clinic()

type Change = { kind: string; [field: string]: unknown }

const post = async (changes: unknown, more: object = {}) => {
  const { status, body } = await admin.post('/planning/v1/scenarios/', { changes, ...more })
  return [status, body]
}
const refused = (...items: object[]) => [400, { changes: items }]

const [tag, old] = [await make.tag(), await make.tag({ is_active: false })]
const unit = await make.unit()
const ana = await make.employee()
const position = await make.position({ org_unit: unit.id })
const day = await make.position({ org_unit: unit.id })
await make.positionTag({ position: position.id, tag: tag.id })
const held = await make.employeeTag({ employee: ana.id, tag: tag.id })
const assignment = await make.assignment({ employee: ana.id, position: position.id })
const onLeave = await make.employee({ status: 'ON_LEAVE' })
const pending = await make.employee({ status: 'PROPOSAL_PENDING' })
const expired = await make.employeeTag({ status: 'EXPIRED' })
const ended = await make.assignment({ status: 'ENDED' })
const closed = await make.position({ is_active: false })
const empty = await make.unit({ is_active: false })
const department = await make.department()

describe('refused changes', () => {
  const added = { kind: 'POSITION_ADDED', title: 'New', required_weekly_hours: '1' }
  const given = { kind: 'ASSIGNMENT_ADDED', employee: ana.id, position_id: day.id, effective_hours: '1' }
  const inactiveTag = 'The tag is not active.'
  const badPeriod = 'End date must not be before the start date.'
  const notActive = 'The position must be active.'
  const twice = 'The fields position, tag must make a unique set.'

  const cases: [Change, object][] = [
    [
      { kind: 'LEAVE', employee: onLeave.id },
      { employee: ["Transition 'go_on_leave' is not allowed from state 'ON_LEAVE'."] },
    ],
    [
      { kind: 'LEAVE', employee: ana.id, start_date: '2026-04-02', end_date: '2026-04-01' },
      { end_date: [badPeriod] },
    ],
    [{ kind: 'LEAVE', employee: ana.id, end_date: '2026-03-03' }, { end_date: [badPeriod] }],
    [
      { kind: 'RETURN', employee: ana.id },
      { employee: ["Transition 'return_from_leave' is not allowed from state 'ACTIVE'."] },
    ],
    [
      { kind: 'TERMINATION', employee: pending.id },
      { employee: ["Transition 'terminate' is not allowed from state 'PROPOSAL_PENDING'."] },
    ],
    [{ kind: 'HIRE', tags: [tag.id, old.id] }, { tags: [inactiveTag] }],
    [{ kind: 'TAG_REVOKED', employee_tag: expired.id }, { employee_tag: ['The tag is EXPIRED already.'] }],
    [
      { kind: 'TAG_EXTENDED', employee_tag: expired.id, end_date: null },
      { employee_tag: ['A tag that is EXPIRED cannot become ACTIVE again; assign a new one.'] },
    ],
    [{ kind: 'TAG_EXTENDED', employee_tag: held.id, end_date: '2019-12-31' }, { end_date: [badPeriod] }],
    [{ kind: 'TAG_GRANTED', employee: ana.id, tag: old.id }, { tag: [inactiveTag] }],
    [
      { kind: 'TAG_GRANTED', employee: ana.id, tag: tag.id, end_date: '2026-03-03' },
      { end_date: [badPeriod] },
    ],
    [{ ...added, org_unit_id: empty.id }, { org_unit_id: ['The org unit must be an active UNIT.'] }],
    [
      { kind: 'POSITION_CHANGED', position_id: day.id, org_unit_id: department.id },
      { org_unit_id: ['The org unit must be an active UNIT.'] },
    ],
    [{ ...added, org_unit_id: unit.id, tags: [tag.id, tag.id] }, { tags: [twice] }],
    [{ ...added, org_unit_id: unit.id, tags: [old.id] }, { tags: [inactiveTag] }],
    [{ kind: 'POSITION_CHANGED', position_id: position.id, add_tags: [tag.id] }, { add_tags: [twice] }],
    [
      { kind: 'POSITION_CHANGED', position_id: day.id, remove_tags: [tag.id] },
      { remove_tags: [doesNotExist(tag.id)] },
    ],
    [{ kind: 'POSITION_CHANGED', position_id: closed.id }, { position_id: [notActive] }],
    [
      { kind: 'POSITION_CLOSED', position_id: position.id },
      { position_id: ['The position has active assignments.'] },
    ],
    [{ ...given, position_id: closed.id }, { position_id: [notActive] }],
    [{ ...given, employee: pending.id }, { employee: ['The employee must be ACTIVE or ON_LEAVE.'] }],
    [
      { ...given, position_id: position.id },
      {
        non_field_errors: [
          'DUPLICATE_ASSIGNMENT: The employee already has an active assignment to this position.',
        ],
      },
    ],
    [
      { kind: 'ASSIGNMENT_CHANGED', assignment: assignment.id, effective_hours: '61' },
      { non_field_errors: ['MAX_WEEKLY_HOURS: The weekly hours would be 61.00, above the cap of 60.00.'] },
    ],
    [
      { kind: 'ASSIGNMENT_CHANGED', assignment: ended.id, effective_hours: '1' },
      { assignment: ["An assignment in state 'ENDED' can change its notes only."] },
    ],
    [
      { kind: 'ASSIGNMENT_ENDED', assignment: ended.id },
      { assignment: ["Transition 'end' is not allowed from state 'ENDED'."] },
    ],
    [
      { kind: 'RULE_CHANGED', code: 'TAG_REQUIREMENT_MISMATCH', severity: 'INFO' },
      { severity: ['TAG_REQUIREMENT_MISMATCH takes the severity BLOCKING or WARNING, not INFO.'] },
    ],
    [
      { kind: 'RULE_CHANGED', code: 'EMPLOYEE_TERMINATED', threshold: '1' },
      {
        threshold: [
          'EMPLOYEE_TERMINATED has no threshold. Those that have: MAX_WEEKLY_HOURS, MAX_CONSECUTIVE_SHIFTS, CONTRACT_NEAR_EXPIRY.',
        ],
      },
    ],
    // Ids of no rows.
    ...['LEAVE', 'RETURN', 'TERMINATION'].flatMap((kind): [Change, object][] =>
      [unknown, 'NEW-1'].map((employee) => [{ kind, employee }, { employee: [doesNotExist(employee)] }]),
    ),
    [{ kind: 'HIRE', tags: [tag.id, unknown] }, { tags: [doesNotExist(unknown)] }],
    [{ kind: 'TAG_REVOKED', employee_tag: unknown }, { employee_tag: [doesNotExist(unknown)] }],
    [
      { kind: 'TAG_EXTENDED', employee_tag: unknown, end_date: null },
      { employee_tag: [doesNotExist(unknown)] },
    ],
    [
      { kind: 'TAG_GRANTED', employee: unknown, tag: unknown },
      { employee: [doesNotExist(unknown)], tag: [doesNotExist(unknown)] },
    ],
    [{ ...added, org_unit_id: unknown }, { org_unit_id: [doesNotExist(unknown)] }],
    [{ kind: 'POSITION_CHANGED', position_id: unknown }, { position_id: [doesNotExist(unknown)] }],
    [
      { kind: 'POSITION_CHANGED', position_id: day.id, add_tags: [unknown] },
      { add_tags: [doesNotExist(unknown)] },
    ],
    [{ kind: 'POSITION_CLOSED', position_id: 'NEW-1' }, { position_id: [doesNotExist('NEW-1')] }],
    [
      { ...given, employee: unknown, position_id: 'NEW-2' },
      { employee: [doesNotExist(unknown)], position_id: [doesNotExist('NEW-2')] },
    ],
    [
      { kind: 'ASSIGNMENT_CHANGED', assignment: unknown, effective_hours: '1' },
      { assignment: [doesNotExist(unknown)] },
    ],
    [{ kind: 'ASSIGNMENT_ENDED', assignment: 'NEW-1' }, { assignment: [doesNotExist('NEW-1')] }],
  ]

  test.for(cases.map(([change, problems], at) => ({ at, change, problems })))(
    'a scenario refuses $change.kind in the words of the service (case $at)',
    async ({ change, problems }) => {
      expect(await post([change])).toEqual(refused(problems))
    },
  )

  test('a scenario refuses a change that conflicts with an earlier one', async () => {
    const leave = { kind: 'LEAVE', employee: ana.id }
    const end = { kind: 'ASSIGNMENT_ENDED', assignment: assignment.id }
    const revoke = { kind: 'TAG_REVOKED', employee_tag: held.id }
    const close = { kind: 'POSITION_CLOSED', position_id: day.id }
    const cases: [Change, Change, object][] = [
      [leave, leave, { employee: ["Transition 'go_on_leave' is not allowed from state 'ON_LEAVE'."] }],
      [end, end, { assignment: ["Transition 'end' is not allowed from state 'ENDED'."] }],
      [revoke, revoke, { employee_tag: ['The tag is REVOKED already.'] }],
      [close, close, { position_id: [notActive] }],
      [close, given, { position_id: [notActive] }],
      [
        { kind: 'TERMINATION', employee: ana.id },
        given,
        { employee: ['The employee must be ACTIVE or ON_LEAVE.'] },
      ],
    ]
    for (const [first, second, problems] of cases)
      expect(await post([first, second, leave])).toEqual(refused({}, problems))
  })
})

describe('bad input', () => {
  const id = unknown
  const week = { digits: 6, minimum: 0.01, maximum: 168, required: true }
  const row = () => reference({ required: true })
  const optionalDate = () => date({ nullable: true })
  const tags = () => ids({ maximum: 50, mayBeEmpty: true, required: false })
  const required_weekly_hours = { digits: 6, minimum: 0.01, maximum: 9999.99 }

  /** For each kind a change of the right form, and what each of its fields refuses. */
  const forms: Record<string, [object, Record<string, Kind>]> = {
    LEAVE: [{ employee: id }, { employee: row(), start_date: optionalDate(), end_date: optionalDate() }],
    RETURN: [{ employee: id }, { employee: row(), start_date: optionalDate() }],
    TERMINATION: [{ employee: id }, { employee: row() }],
    HIRE: [{ tags: [id] }, { tags: ids({ maximum: 50 }), start_date: optionalDate() }],
    TAG_REVOKED: [{ employee_tag: id }, { employee_tag: row() }],
    TAG_EXTENDED: [
      { employee_tag: id, end_date: null },
      { employee_tag: row(), end_date: date({ nullable: true, required: true }) },
    ],
    TAG_GRANTED: [
      { employee: id, tag: id },
      { employee: row(), tag: row(), start_date: optionalDate(), end_date: optionalDate() },
    ],
    POSITION_ADDED: [
      { org_unit_id: id, title: 'New', required_weekly_hours: '1' },
      {
        org_unit_id: row(),
        title: text(200, { minimum: 1, required: true }),
        required_weekly_hours: decimal({ ...required_weekly_hours, required: true }),
        tags: tags(),
      },
    ],
    POSITION_CHANGED: [
      { position_id: id },
      {
        position_id: row(),
        org_unit_id: reference(),
        required_weekly_hours: decimal(required_weekly_hours),
        add_tags: tags(),
        remove_tags: tags(),
      },
    ],
    POSITION_CLOSED: [{ position_id: id }, { position_id: row() }],
    ASSIGNMENT_ADDED: [
      { employee: id, position_id: id, effective_hours: '1' },
      { employee: row(), position_id: row(), effective_hours: decimal(week) },
    ],
    ASSIGNMENT_CHANGED: [
      { assignment: id, effective_hours: '1' },
      { assignment: row(), effective_hours: decimal(week) },
    ],
    ASSIGNMENT_ENDED: [{ assignment: id }, { assignment: row() }],
    CAP_CHANGED: [
      { max_weekly_hours: '1' },
      {
        max_weekly_hours: decimal({ digits: 5, minimum: 0.01, maximum: 168, nullable: true, required: true }),
      },
    ],
    RULE_CHANGED: [
      { code: 'MAX_WEEKLY_HOURS' },
      {
        code: choice('MAX_WEEKLY_HOURS', { required: true }),
        severity: choice('INFO'),
        threshold: decimal({ digits: 10, minimum: 0, nullable: true }),
        enabled: boolean(),
      },
    ],
  }

  const isOfNothing = ([situation]: Bad) => /^ids? of nothing$|^an id of nothing$/.test(situation)

  test.for(Object.entries(forms))(
    'a scenario names each wrong field of %s',
    async ([kind, [valid, fields]]) => {
      const wrong = Object.entries(fields).flatMap(([field, { bad }]) =>
        bad
          .filter((one) => !isOfNothing(one))
          .map(([situation, value, ...messages]) => ({
            situation: `${field}: ${situation}`,
            change: { kind, ...valid, [field]: value },
            problems: { [field]: messages },
          })),
      )
      // A refusal names 20 items. A body holds 1 MiB; some values are 100,000 characters long.
      const isLong = ({ change }: (typeof wrong)[number]) => JSON.stringify(change).length > 10_000
      const { true: long = [], false: short = [] } = Object.groupBy(wrong, (one) => `${isLong(one)}`)
      for (const batch of [...chunks(short, 20), ...chunks(long, 8)])
        expect(await post(batch.map(({ change }) => change))).toEqual(
          refused(...batch.map(({ problems }) => problems)),
        )
    },
  )

  const chunks = <T>(all: T[], size: number) =>
    Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

  test('a scenario names items that are not changes, and unknown kinds', async () => {
    const changes = [
      { kind: 'LEAVE', employee: id },
      'LEAVE',
      null,
      {},
      { kind: null },
      { kind: 'QUIT' },
      { kind: 5 },
    ]
    expect(await post(changes)).toEqual(
      refused(
        {},
        { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] },
        { non_field_errors: ['This field may not be null.'] },
        { kind: ['This field is required.'] },
        { kind: ['This field may not be null.'] },
        { kind: ['"QUIT" is not a valid choice.'] },
        { kind: ['"5" is not a valid choice.'] },
      ),
    )
  })

  test('a scenario takes 1 to 50 changes', async () => {
    const change = { kind: 'CAP_CHANGED', max_weekly_hours: '50' }
    expect(await post([])).toEqual([400, { changes: ['This list may not be empty.'] }])
    expect(await post(undefined)).toEqual([400, { changes: ['This field is required.'] }])
    expect(await post(Array(51).fill(change))).toEqual([
      400,
      { changes: ['Ensure this field has no more than 50 elements.'] },
    ])
    expect((await post(Array(50).fill(change)))[0]).toBe(200)
  })

  test.for([
    [{ weeks: 0 }, { weeks: ['Ensure this value is greater than or equal to 1.'] }],
    [{ weeks: 27 }, { weeks: ['Ensure this value is less than or equal to 26.'] }],
    [{ weeks: '2' }, { weeks: ['A valid integer is required.'] }],
    [{ replan: 'yes' }, { replan: ['Must be a valid boolean.'] }],
    [
      { reference_date: 'soon' },
      { reference_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
    ],
    [{ reference_date: '2026-03-03' }, { reference_date: ['Ensure this date is not before 2026-03-04.'] }],
    [{ reference_date: '2026-09-03' }, { reference_date: ['Ensure this date is not after 2026-09-02.'] }],
  ])('a scenario with %o is refused', async ([more, problems]) => {
    expect(await post([{ kind: 'LEAVE', employee: ana.id }], more)).toEqual([400, problems])
  })
})
