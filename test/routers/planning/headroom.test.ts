import { expect, test } from 'vitest'
import { serviceForFile } from '../../setup/fixture.ts'

const { make, admin } = await serviceForFile({ env: { HEADROOM_PCT: '20', FTE_HOURS: '37.5' } })

const contract = (await make.tag({ name: 'Forty', category: 'CONTRACT', hours_delta: '40.00' })).id
const employee = (await make.employee()).id
await make.employeeTag({ employee, tag: contract })
const position = (await make.position({ required_weekly_hours: '115.00' })).id

const plan = async (input = {}) => (await admin.post('/planning/v1/plans/', input)).body
const kept = (percent: string) =>
  ` ${percent} % of every contract is left unplanned, for leave, sickness and study.`

test('a plan keeps the headroom that the clinic has set, or another one when asked, and its proof says so', async () => {
  const [usual, other, none] = [
    await plan(),
    await plan({ headroom_pct: '22.5' }),
    await plan({ headroom_pct: 0 }),
  ]
  expect([usual, other, none].map(({ summary }) => summary.planned_hours)).toEqual([
    '32.00',
    '31.00',
    '40.00',
  ])
  expect(usual.certificate.sentence.endsWith(kept('20.00'))).toBe(true)
  expect(other.certificate.sentence.endsWith(kept('22.50'))).toBe(true)
  expect(none.certificate.sentence).not.toContain('contracts')
})

test('overtime goes up to the weekly cap, from which no headroom is taken', async () => {
  const { summary, certificate } = await plan({ hours_limit: 'WEEKLY_CAP' })
  expect(summary.planned_hours).toBe('60.00')
  expect(certificate.sentence).not.toContain('contracts')
})

test('full-time equivalents are of the hours that the clinic has set', async () => {
  const [shortage] = (await plan({ headroom_pct: 0 })).shortages
  expect(shortage).toMatchObject({ short_hours: '75.00', short_fte: '2.00' })
  expect(shortage.sentence).toContain('Short 75.00 h a week (2.00 FTE)')
})

test('candidates and openings have what the headroom leaves', async () => {
  const ofPosition = `/planning/v1/positions/${position}/candidates/`
  expect((await admin.get(ofPosition)).body.results).toMatchObject([
    { pool_hours: '32.00', balance: '32.00' },
  ])
  const openings = `/planning/v1/employees/${employee}/openings/?headroom_pct=50`
  expect((await admin.get(openings)).body.results).toMatchObject([{ effective_hours: '20.00' }])
})

test('a line is applied with the headroom of its plan, and refused beyond it', async () => {
  const path = '/planning/v1/plans/apply/'
  const line = ({ employee, position_id, effective_hours }: Record<string, string>) => {
    return { employee, position_id, effective_hours }
  }
  const { lines, fingerprint } = await plan({ headroom_pct: '0' })
  const beyond = await admin.post(path, { lines: lines.map(line) })
  expect([beyond.status, beyond.body.code]).toEqual([409, 'CONFLICT_PLAN_OUTDATED'])
  const forOther = await admin.post(path, { lines: lines.map(line), fingerprint })
  expect([forOther.status, forOther.body.detail]).toEqual([
    409,
    'The clinic has changed since the plan was made.',
  ])
  const usual = await plan()
  const applied = await admin.post(path, { lines: usual.lines.map(line), fingerprint: usual.fingerprint })
  expect([applied.status, applied.body.covered_hours]).toEqual([200, '32.00'])
})

test('forecasts, scenarios and rebalances count only what the headroom leaves; balances are those of the contract', async () => {
  await admin.post('/api/v1/assignments/', {
    employee: (await full()).id,
    position_id: position,
    effective_hours: '40.00',
  })
  const secure = async (query: string) => {
    const { body } = await admin.get(`/planning/v1/forecast/?weeks=1&${query}`)
    return [body.weeks[0].secure_hours, body.weeks[0].at_risk.over_contract_hours]
  }
  expect(await secure('')).toEqual(['64.00', '8.00'])
  expect(await secure('headroom_pct=0')).toEqual(['72.00', '0.00'])
  const { id } = await full()
  const own = (await admin.get(`/planning/v1/employees/${id}/forecast/?weeks=1`)).body.weeks[0]
  expect(own.pool.effective_hours).toBe('40.00')
  const scenario = { changes: [{ kind: 'LEAVE', employee }], headroom_pct: '50' }
  expect((await admin.post('/planning/v1/scenarios/', scenario)).body.before[0].secure_hours).toBe('40.00')
  const rebalance = (await admin.post('/planning/v1/rebalances/', {})).body
  expect(rebalance.summary.over_contract_hours).toBe('8.00')
  expect(rebalance.certificate.sentence.endsWith(kept('20.00'))).toBe(true)
})

async function full() {
  const one = await make.employee()
  await make.employeeTag({ employee: one.id, tag: contract })
  return one
}
