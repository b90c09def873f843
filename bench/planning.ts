import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type ClinicSnapshot, readClinicSnapshot } from '../entities/clinic-snapshot.ts'
import type { Orm } from '../entities/connection/em.ts'
import { transaction } from '../entities/connection/transaction.ts'
import { connect } from '../entities/orm.ts'
import { migrate } from '../entities/schema/migrate.ts'
import { applyPlan } from '../routers/planning/apply-plan.ts'
import { PlannerThread } from '../server/planning/planner.ts'
import { toDate } from '../src/calendar.ts'
import { theService } from '../src/logs/audit.ts'
import type { ClinicFacts } from '../src/planning/facts/clinic-facts.ts'
import { clinicFacts, usualBasis } from '../src/planning/facts/read-snapshot.ts'
import { forecast } from '../src/planning/forecast/forecast.ts'
import { planAnswer } from '../src/planning/plans/plan-answer.ts'
import type { PlanInput } from '../src/planning/plans/plan-request.ts'
import { madeUpHospital, seeded } from '../test/made/planning/hospital.ts'
import { load } from './service/load.ts'
import { openDatabase } from './service/stores.ts'

/** A measurement in milliseconds, its limit, and its number of runs: 9 by default. */
type Measurement = { name: string; bound: number; rounds?: number; measure: () => Promise<number> }

const cpu = (name: string, bound: number, work: () => unknown): Measurement => {
  return { name: `${name}: CPU`, bound, measure: () => processorOf(work) }
}
const wall = (name: string, bound: number, work: () => Promise<unknown>): Measurement => {
  return { name: `${name}: wall`, bound, measure: () => wallOf(work) }
}

/** Measures what planning costs: the snapshot of a loaded clinic, and the planner over made-up hospitals. */
export async function measurePlanning(options: { case: string }): Promise<void> {
  const database = await openDatabase()
  await migrate(database.url)
  await load(database.url)
  const orm = connect(database.url)
  const planner = new PlannerThread()
  try {
    const read = () => readClinicSnapshot(orm.em, new Date().toISOString().slice(0, 10))
    const snapshot = await read()
    const apply = applyingOf(orm, snapshot, { lines: 453, demand: 'BOOKED' })
    const applySecure = applyingOf(orm, snapshot, { lines: 453, demand: 'SECURE' })
    const all = [
      ...ofSnapshot(read, planner, snapshot),
      wall('application of 453 lines', 1000, apply),
      cpu('application of 453 lines', 150, apply),
      cpu('application of 453 SECURE lines', 150, applySecure),
      ...ofHospitals(),
    ]
    console.log('| | median ms | most ms | limit |\n|---|--:|--:|--:|')
    for (const one of all.filter(({ name }) => name.startsWith(options.case))) await report(one)
  } finally {
    await planner.close()
    await orm.close()
    await database.stop()
  }
}

async function report({ name, bound, rounds = 9, measure }: Measurement) {
  await measure()
  const times: number[] = []
  while (times.length < rounds) times.push(await measure())
  times.sort((a, b) => a - b)
  const [median = 0, most = 0] = [times[rounds >> 1], times.at(-1)]
  console.log(`| ${name} | ${median.toFixed(1)} | ${most.toFixed(1)} | ${bound} |`)
  if (median > bound) process.exitCode = 1
}

function ofSnapshot(read: () => Promise<ClinicSnapshot>, planner: PlannerThread, snapshot: ClinicSnapshot) {
  const inAll = { weeks: 26, org_unit_id: null, by_unit: true }
  let rounds = 0
  // Another headroom each time, because a known answer takes no time.
  const basis = () => JSON.stringify({ ...usualBasis, headroom: rounds++ })
  const task = { user: '', isAwaited: () => true, read: async () => [...snapshot, basis()] }
  return [
    wall('snapshot of 10,000 employees', 1000, read),
    cpu('snapshot of 10,000 employees', 60, read),
    cpu('its facts', 100, () => clinicFacts(snapshot)),
    {
      name: 'longest delay of the event loop while the planner works',
      bound: 20,
      measure: () => delayDuring(() => planner.run('forecast', task, inAll)),
    },
  ]
}

function ofHospitals(): Measurement[] {
  const changing = hospital(10_000, 5000)
  const random = seeded(2)
  // A fifth of the tags end within a little over a year.
  for (const { tags } of changing.employees)
    for (const tag of tags) if (random() < 0.2) tag.end = changing.today + Math.floor(random() * 400)
  const inAll = { weeks: 26, org_unit_id: null, by_unit: false }
  return [
    cpu('forecast of 26 weeks, 10,000 x 5,000', 200, () => forecast(changing, inAll)),
    planOf('plan with its words, 1,000 x 500', 150, hospital(1000, 500)),
    planOf('plan with its words, 10,000 x 5,000', 2500, hospital(10_000, 5000)),
    planOf(
      'plan with its words, 10,000 x 5,000, a tag for each position',
      10_000,
      withOwnTags(hospital(10_000, 5000)),
    ),
  ]
}

const everything: PlanInput = {
  hours_limit: 'CONTRACT',
  demand: 'BOOKED',
  allow: 'CREATE_AND_RAISE',
  minimum_hours: '4.00',
  priorities: [],
  exclude_employees: [],
  exclude_positions: [],
  keep: [],
}

const hospital = (people: number, positions: number) =>
  madeUpHospital({ seed: 1, people, positions, assigned: 0.8 })

/** Gives each position a tag that only those hold who work there and up to five others of its profession. */
function withOwnTags(facts: ClinicFacts): ClinicFacts {
  const random = seeded(7)
  const day = { start: 0, end: Number.POSITIVE_INFINITY }
  for (const [at, position] of facts.positions.entries()) {
    const { id, title: name } = position
    const [profession = -1] = position.mandatory
    const tag = facts.tags.push({ ...(facts.tags[profession] as (typeof facts.tags)[0]), id, name }) - 1
    const peers = facts.employees.filter(({ tags }) => tags.some((held) => held.tag === profession))
    const holders = new Set(
      facts.assignments.filter((one) => one.position === at).map((one) => facts.employees[one.employee]),
    )
    for (let more = 5; more > 0; more--) holders.add(peers[Math.floor(random() * peers.length)])
    for (const holder of holders) holder?.tags.push({ id: `${id} ${holder.id}`, tag, ...day })
    position.mandatory = [profession, tag]
  }
  return facts
}

const planOf = (name: string, bound: number, facts: ClinicFacts): Measurement => {
  return { ...cpu(name, bound, () => planAnswer(facts, everything)), rounds: 5 }
}

/** The CPU time of this process. */
async function processorOf(work: () => unknown) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function wallOf(work: () => Promise<unknown>) {
  const before = performance.now()
  await work()
  return performance.now() - before
}

async function delayDuring(work: () => Promise<unknown>) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  await work()
  delays.disable()
  return delays.max / 1e6
}

class RollBack extends Error {}

type Applied = { lines: number; demand: 'BOOKED' | 'SECURE' }

/** Applies the first lines of the clinic's plan and rolls them back; throws if any of them is not applied. */
function applyingOf(orm: Orm, snapshot: ClinicSnapshot, { lines, demand }: Applied) {
  const facts = clinicFacts(snapshot)
  const today = toDate(facts.today)
  const plan = {
    lines: planAnswer(facts, { ...everything, demand }).lines.slice(0, lines),
    hours_limit: 'CONTRACT' as const,
    demand,
    effective_date: today,
    notes: '',
    on_conflict: 'REFUSE' as const,
    basis: usualBasis,
    today,
    by: { actor: null, name: 'bench' },
  }
  if (plan.lines.length < lines) throw new Error(`The plan has only ${plan.lines.length} lines.`)
  const writer = { em: orm.em, author: theService(new Date()) }
  return () =>
    transaction(writer, async (em) => {
      await applyPlan(em, plan, () => new Date())
      throw new RollBack()
    }).catch((error) => {
      if (!(error instanceof RollBack)) throw error
    })
}
