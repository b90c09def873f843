import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sweep } from '../../../server/jobs/sweeps.ts'
import { theService } from '../../../src/logs/audit.ts'
import { type Clinic, day } from './clinic.ts'
import { settle } from './employees.ts'
import { chosen, type Step, which } from './step.ts'
import { log } from './tags.ts'
import type { Asked, World } from './world.ts'

type Due = { world: World; clinic: Clinic; at: number; how: Asked }

/** Lets a proposal or tag become due: moves its end into the past, which is not possible over the API. */
const expiry = (name: string, expire: (due: Due) => Promise<void>): fc.Arbitrary<Step> =>
  which().map((at) => ({
    take: (world, clinic, how) => expire({ world, clinic, at, how }),
    [fc.toStringMethod]: () => `${name} ${at}`,
  }))

const patience = 5000

/** Sweeps until the row is no longer due; another sweep may have it in hand. */
async function sweepAway({ database, orm }: World, due: string, id: string) {
  const end = performance.now() + patience
  for (;;) {
    await sweep(orm, theService(new Date()), 'UTC')
    const { rowCount } = await database.query(due, [id])
    if (!rowCount) return
    assert.ok(performance.now() < end, `${id} is not swept`)
    await sleep(5)
  }
}

const expireProposal = expiry('a proposal expires', async ({ world, clinic, at, how }) => {
  const employee = chosen(
    clinic.employees.filter(({ proposal }) => proposal),
    at,
  )
  if (!employee?.proposal) return
  const isSet = "update employees set proposal_expires_at = now() - interval '1 second' where id = $1"
  await world.database.query(isSet, [employee.id])
  const { status, body } = await world.ask({ ...how, actor: 'root' }, 'employees_accept_proposal', {
    id: employee.id,
  })
  assert.equal(status, 409)
  const transition = "Transition 'accept_proposal' is not allowed from state"
  const { previous_status } = employee.proposal
  // A sweep may have come first.
  const expected = [
    `${transition} 'PROPOSAL_PENDING': the proposal has expired.`,
    `${transition} '${previous_status}'.`,
  ]
  assert.ok(expected.includes(body.detail), body.detail)
  const due = "select from employees where id = $1 and status = 'PROPOSAL_PENDING'"
  await sweepAway(world, due, employee.id)
  settle(clinic, employee, { id: null, transition: 'expire_proposal' })
})

const expireTag = expiry('a tag expires', async ({ world, clinic, at, how }) => {
  const one = chosen(
    clinic.held.filter(({ status }) => status === 'ACTIVE'),
    at,
  )
  if (!one) return
  const [start_date, end_date] = [day(-500), day(-2)]
  const patch = { id: one.id, start_date, end_date }
  const { status, body } = await world.ask({ ...how, actor: 'admin' }, 'employee_tags_update', patch)
  assert.deepEqual([status, body.status, body.end_date], [200, 'ACTIVE', end_date])
  log(clinic, one, { action: 'MODIFIED', actor: world.idOf('admin') })
  await sweepAway(world, "select from employee_tags where id = $1 and status = 'ACTIVE'", one.id)
  log(clinic, one, { action: 'EXPIRED', actor: null })
  Object.assign(one, { start: start_date, end: end_date, status: 'EXPIRED' })
})

export const expirySteps: fc.WeightedArbitrary<Step>[] = [
  { weight: 1, arbitrary: expireProposal },
  { weight: 1, arbitrary: expireTag },
]
