import { pino } from 'pino'
import { createTransport } from '../../client/src/transport/transport.ts'
import { localCounts } from '../../server/compose.ts'
import { Metrics } from '../../server/metrics/metrics.ts'
import { PlannerThread } from '../../server/planning/planner.ts'
import { servePublic } from '../../server/serve.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { scopes } from '../../src/accounts/limits.ts'

/** When everything in the examples happens: a Wednesday, in the week that the demo's files describe. */
export const now = new Date('2026-11-18T09:30:00.000Z')

const throttlesOff = Object.fromEntries(scopes.map((scope) => [`THROTTLE_${scope.toUpperCase()}`, 'off']))

/** Works with the service on the database, at an address of its own; its clock stands still at {@link now}. */
export async function withService<Result>(
  databaseUrl: string,
  env: Record<string, string>,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const fixed = { HOST: '127.0.0.1', PORT: '0', JWT_SECRET: 'a secret of thirty-two bytes or so' }
  const settings = readSettings({ ...throttlesOff, ...fixed, ...env })
  const own = { counts: localCounts(settings), metrics: new Metrics(), planner: new PlannerThread() }
  const log = pino({ level: 'silent' })
  const service = await servePublic({ settings, databaseUrl, log, clock: () => now, ...own })
  try {
    return await work(service.address)
  } finally {
    await service.stop()
  }
}

type Request = { body?: unknown; headers?: Record<string, string> }
export type Answer = { status: number; body: unknown }

/** Calls the service over HTTP as one caller, who keeps its cookies. */
export function caller(address: string) {
  const { fetch } = createTransport(new URL(address), {})
  return async (method: string, path: string, { body, headers }: Request = {}): Promise<Answer> => {
    const response = await fetch(address + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    return { status: response.status, body: isJson ? JSON.parse(text) : undefined }
  }
}
export type Caller = ReturnType<typeof caller>
