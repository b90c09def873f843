import { parseSetCookie } from 'cookie'
import { pino } from 'pino'
import { localCounts } from '../../server/compose.ts'
import { Metrics } from '../../server/metrics/metrics.ts'
import { PlannerThread } from '../../server/planning/planner.ts'
import { servePublic } from '../../server/serve.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { scopes } from '../../src/accounts/limits.ts'

/** When everything in the examples happens: a Wednesday, in the week that the demo's files describe. */
export const now = new Date('2026-11-18T09:30:00.000Z')

const throttlesOff = Object.fromEntries(scopes.map((scope) => [`THROTTLE_${scope.toUpperCase()}`, 'off']))

/** Starts the service on the database, at an address of its own; its clock stands still at {@link now}. */
export function serve(databaseUrl: string, env: Record<string, string> = {}) {
  const fixed = { HOST: '127.0.0.1', PORT: '0', JWT_SECRET: 'a secret of thirty-two bytes or so' }
  const settings = readSettings({ ...throttlesOff, ...fixed, ...env })
  const own = { counts: localCounts(settings), metrics: new Metrics(), planner: new PlannerThread() }
  const log = pino({ level: 'silent' })
  return servePublic({ settings, databaseUrl, log, clock: () => now, ...own })
}

type Request = { body?: unknown; headers?: Record<string, string> }
export type Answer = { status: number; body: unknown }

/** A caller of the service over HTTP who keeps its cookies. */
export class Session {
  readonly #cookies = new Map<string, string>()
  readonly #address: string

  constructor(address: string) {
    this.#address = address
  }

  async call(method: string, path: string, { body, headers }: Request = {}): Promise<Answer> {
    const response = await fetch(this.#address + path, {
      method,
      headers: { ...this.#headers(), 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    for (const header of response.headers.getSetCookie()) {
      const { name, value = '' } = parseSetCookie(header)
      this.#cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }

  #headers(): Record<string, string> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    return { Cookie: cookies.join('; '), 'X-CSRFToken': this.#cookies.get('csrftoken') ?? '' }
  }
}
