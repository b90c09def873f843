import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What clients have seen. `created` counts the tags whose creation succeeded. */
export type Seen = { requests: number; created: number; slowest: number; failed: string[] }
type Call = { method: 'GET' | 'POST'; path: string; body?: string; expected: number }
type Load = {
  url: string
  headers: Record<string, string>
  clients: number
  keepAlive?: boolean
  /** Begins the names of the tags that are created. */
  prefix?: string
}

const read = (path: string): Call => ({ method: 'GET', path, expected: 200 })
const create = (name: string): Call => ({
  method: 'POST',
  path: '/api/v1/tags/',
  body: JSON.stringify({ name, display_name: name, category: 'QUALIFICATION' }),
  expected: 201,
})
const paths = ['/api/v1/auth/me/', '/trpc/health.check', '/api/v1/tags/?page_size=5', '/api/v1/employees/']

/** Clients that send one request after the other, each on a connection of its own, and never repeat one. */
export function startLoad({ url, headers, clients, keepAlive = true, prefix = 'tag' }: Load) {
  let isOn = true
  const seen: Seen = { requests: 0, created: 0, slowest: 0, failed: [] }
  const client = async (_: unknown, number: number) => {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    for (let turn = 0; isOn; turn++) {
      const path = paths[turn % (paths.length + 1)]
      const call = path ? read(path) : create(`${prefix}-${number}-${turn}`)
      const started = performance.now()
      const problem = await send(call, { url, headers, agent })
      seen.slowest = Math.max(seen.slowest, performance.now() - started)
      seen.requests++
      if (problem) seen.failed.push(problem)
      else if (!path) seen.created++
      await sleep(Math.random() * 40)
    }
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return {
    async stop() {
      isOn = false
      await running
      return seen
    },
  }
}

type Way = { url: string; headers: Record<string, string>; agent: Agent }

/** Undefined, or what went wrong. A caller gives up after ten seconds. */
function send({ method, path, body, expected }: Call, { url, headers, agent }: Way) {
  return new Promise<string | undefined>((resolve) => {
    const failed = (why: string) => resolve(`${method} ${path}: ${why}`)
    const sending = request(url + path, { method, agent, headers, timeout: 10_000 }, (answer) => {
      answer.resume().on('error', ({ message }) => failed(message))
      answer.on('end', () =>
        answer.statusCode === expected ? resolve(undefined) : failed(String(answer.statusCode)),
      )
    })
    sending.on('timeout', () => sending.destroy(new Error('no answer')))
    sending.on('error', ({ message }) => failed(message))
    sending.end(body)
  })
}
