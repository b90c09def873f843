import autocannon from 'autocannon'
import type { Call, Client } from './calls.ts'
import type { Case } from './cases.ts'
import { processorTime, residentMemory } from './processes.ts'

/** Latencies in milliseconds, the server's processor time per request in microseconds, its memory at the end in MB. */
export type Measured = { perSecond: number; p50: number; p99: number; processor: number; memory: number }

export const connections = 16

export type Server = { pid: number; client: Client }

/** Sends the calls of one case for some seconds. Throws if any call fails. */
export async function measure(
  { client: { url, headers }, pid }: Server,
  { name, calls, newCall }: Case,
  seconds: number,
): Promise<Measured> {
  const request = ({ method, path, body }: Call) => ({
    method,
    path,
    headers,
    body: body && JSON.stringify(body),
  })
  const before = processorTime(pid)
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: newCall
      ? [{ ...request(newCall()), setupRequest: () => request(newCall()) }]
      : calls.map(request),
  })
  const processor = processorTime(pid) - before
  const memory = residentMemory(pid)
  if (result.non2xx || result.errors || result.timeouts)
    throw new Error(
      `${name}: ${result.non2xx} refusals, ${result.errors} errors, ${result.timeouts} timeouts`,
    )
  const { total } = result.requests
  return {
    perSecond: total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processor: processor / total,
    memory,
  }
}

/** The median of each number. */
export function median(rounds: Measured[]): Measured {
  const middle = (key: keyof Measured) =>
    rounds.map((round) => round[key]).sort((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    processor: middle('processor'),
    memory: middle('memory'),
  }
}
