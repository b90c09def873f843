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
  const request = ({ body, ...call }: Call) => ({ ...call, headers, body: body && JSON.stringify(body) })
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
  const { non2xx, errors, timeouts, duration } = result
  if (non2xx || errors || timeouts)
    throw new Error(`${name}: ${non2xx} refusals, ${errors} errors, ${timeouts} timeouts`)
  const { total } = result.requests
  const { p50, p99 } = result.latency
  return { perSecond: total / duration, p50, p99, processor: processor / total, memory }
}
