import autocannon from 'autocannon'
import type { BenchCall, Headers } from '../service/calls.ts'
import { processorTime, residentMemory } from '../service/processes.ts'
import type { Case } from './cases.ts'

/**
 * Latencies in milliseconds; the processor time per request of the server, of PostgreSQL and of Redis in microseconds;
 * the server's memory at the end in MB.
 */
export type Measured = Record<
  'perSecond' | 'p50' | 'p99' | 'processor' | 'postgres' | 'redis' | 'total' | 'memory',
  number
>

export const connections = 16

export type Server = {
  url: string
  /** Of every call: a person's, and a machine's. */
  headers: { person: Headers; machine: Headers }
  pids: { server: number; postgres: number; redis: number }
}

/** Sends the calls of one case for some seconds. Throws if any call fails, with the first answer that refuses one. */
export async function measure(
  { url, headers, pids }: Server,
  { calls, newCall, caller = 'person' }: Case,
  seconds: number,
): Promise<Measured> {
  let refusal = ''
  const onResponse = (status: number, body: string) => {
    if (status >= 300) refusal ||= `${status} ${body}`
  }
  const request = ({ body, ...call }: BenchCall) => {
    return {
      ...call,
      headers: { ...headers[caller], ...call.headers },
      body: body && JSON.stringify(body),
      onResponse,
    }
  }
  const times = () => [pids.server, pids.postgres, pids.redis].map(processorTime)
  const before = times()
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    // The defaults hold the server's address; without them a request would have no Host header.
    requests: newCall
      ? [{ ...request(newCall()), setupRequest: (defaults) => ({ ...defaults, ...request(newCall()) }) }]
      : calls.map(request),
  })
  const after = times()
  const memory = residentMemory(pids.server)
  const { non2xx, errors, timeouts, duration } = result
  if (non2xx || errors || timeouts)
    throw new Error(`${non2xx} refusals, ${errors} errors, ${timeouts} timeouts. First refusal: ${refusal}`)
  const requests = result.requests.total
  const { p50, p99 } = result.latency
  const [processor = 0, postgres = 0, redis = 0] = after.map(
    (time, index) => (time - (before[index] ?? 0)) / requests,
  )
  const total = processor + postgres
  return { perSecond: requests / duration, p50, p99, processor, postgres, redis, total, memory }
}
