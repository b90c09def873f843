import { restRouter } from '../../routers/app-router.ts'
import type { Meta } from '../../routers/gate/meta.ts'
import { demoUsers } from '../../server/demo/users.ts'
import type { Recorded, Recording } from '../../server/openapi/examples.ts'
import { bulkCalls } from './calls/bulk-calls.ts'
import { type Answered, type Call, fillIn, type Input } from './calls/call.ts'
import { peopleCalls } from './calls/people-calls.ts'
import { planningCalls } from './calls/planning-calls.ts'
import { readCalls } from './calls/read-calls.ts'
import { makeStable, stableId } from './calls/stable.ts'
import { workCalls } from './calls/work-calls.ts'
import { recordRefusals } from './refusals.ts'
import { type Caller, caller, now, withService } from './service.ts'

/** One call of each procedure of the REST interface, in the order in which they are made. */
export const calls: Record<string, Call> = {
  ...readCalls,
  ...planningCalls,
  ...peopleCalls,
  ...workCalls,
  ...bulkCalls,
  'auth.refresh': {},
  'auth.logout': {},
  'auth.deactivate': { by: 'employee' },
}

/** Makes the calls that the API reference shows, in a database that holds the demo. The calls change it. */
export async function record(databaseUrl: string, ownerUrl: string): Promise<Recording> {
  const ids = await makeStable(ownerUrl)
  return withService(databaseUrl, {}, async (address) => {
    const recorder = new Recorder(address)
    for (const [procedure, call] of Object.entries(calls)) await recorder.record(procedure, call)
    const refusals = await recordRefusals(databaseUrl)
    const text = withStableChanges(JSON.stringify({ procedures: recorder.recorded, refusals }))
    const stable = text
      .replaceAll(address, 'http://localhost:8000')
      // An import takes real time.
      .replace(/"(started_at|finished_at)":"[^"]+"/g, `"$1":"${now.toISOString()}"`)
    return JSON.parse(withNewIds(stable, ids))
  })
}

/** Cursors count transactions and have the machine's time; the log's JSON has the ids that the rows had at first. */
const withStableChanges = (text: string) =>
  text
    .replace(/("cursor":)"[^"]*"/g, '$1"2k8.mo5e3k00.jz.0"')
    .replace(/("id":"([^"]*)","action":"CREATE","before":null,"after":{"id":)"[^"]*"/g, '$1"$2"')

/** Replaces ids that the calls have created by stable ones, in order of appearance. */
function withNewIds(text: string, known: ReadonlySet<string>): string {
  const found = new Map<string, string>()
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (known.has(id)) return id
    if (!found.has(id)) found.set(id, stableId(`new ${found.size + 1}`))
    return found.get(id) ?? id
  })
}

const procedures = restRouter._def.procedures as unknown as Record<string, { _def: { meta: Meta } }>

/** The call with its status, by default the one of success. */
type Made = { by: NonNullable<Call['by']>; input: Input; status?: number }

class Recorder {
  readonly recorded: Record<string, Recorded> = {}
  readonly #callers = new Map<string, Caller>()
  readonly #address: string

  constructor(address: string) {
    this.#address = address
  }

  async record(procedure: string, call: Call) {
    const { by = 'viewer', input = {}, until = {}, invalid, given = [], conflicts } = call
    const answered: Answered = (name) => this.recorded[name]?.answer
    const sent = typeof input === 'function' ? input(answered) : input
    const refused = async (cases: Record<string, Input>, status: number) => {
      const bodies: Record<string, unknown> = {}
      for (const [name, change] of Object.entries(cases))
        bodies[name] = (await this.#call(procedure, { by, input: { ...sent, ...change }, status })).answer
      return bodies
    }
    const isAwaited = ({ answer }: Recorded) =>
      Object.entries(until).some(([name, value]) => (answer as Input)[name] !== value)
    let shown = await this.#call(procedure, { by, input: sent })
    while (isAwaited(shown)) shown = await this.#call(procedure, { by, input: sent })
    this.recorded[procedure] = shown
    if (invalid) shown.invalid = await refused(invalid, 400)
    for (const [name, input] of given) await this.#call(name, { by: 'manager', input })
    if (conflicts) shown.conflicts = await refused(conflicts, 409)
  }

  async #call(procedure: string, { by, input, status }: Made): Promise<Recorded> {
    const { openapi, status: success = 200 } = procedures[procedure]?._def.meta ?? {}
    const { method = 'GET', path: template = '/' } = openapi ?? {}
    const { path, filled, rest } = fillIn(template, input)
    const call = await this.#caller(by)
    const query = method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
    const body = method === 'GET' || !Object.keys(rest).length ? undefined : rest
    const answer = await call(method, filled + query, { body })
    if (answer.status !== (status ?? success))
      throw new Error(`${procedure} with ${JSON.stringify(input)}: ${JSON.stringify(answer)}`)
    return { path, body, answer: answer.body }
  }

  async #caller(by: Made['by']): Promise<Caller> {
    const known = this.#callers.get(by)
    if (known) return known
    const call = caller(this.#address)
    if (by === 'anonymous') return call
    const { email, password } = demoUsers[by]
    await call('POST', '/api/v1/auth/login/', { body: { email, password } })
    this.#callers.set(by, call)
    return call
  }
}
