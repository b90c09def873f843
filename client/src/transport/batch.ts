import type { Transport } from './transport.ts'
import { addressOf, type CallRequest, type ProcedureKind, poster, resultOf, type SendCall } from './trpc.ts'

/** The service's limit of calls per request, and a URL length that proxies accept. */
const mostCalls = 100
const longestAddress = 4000

type Waiting = CallRequest & { resolve(answer: unknown): void; reject(reason: unknown): void }

/**
 * Calls made in one turn of the event loop share a request, as with tRPC's `httpBatchLink`; those with an `ETag` are
 * sent alone.
 */
export function inBatches(transport: Transport, alone: SendCall): SendCall {
  const post = poster(transport)
  const waiting: Record<ProcedureKind, Waiting[]> = { query: [], mutation: [] }

  async function sendTogether(calls: Waiting[]) {
    try {
      const { json, response } = await post({ ...together(calls), signal: whenAllAbort(calls) })
      calls.forEach(({ resolve, reject }, index) => {
        try {
          resolve(resultOf(Array.isArray(json) ? json[index] : json, response))
        } catch (refused) {
          reject(refused)
        }
      })
    } catch (thrown) {
      for (const { reject } of calls) reject(thrown)
    }
  }

  function sendAll(kind: ProcedureKind) {
    const calls = waiting[kind].filter(({ signal }) => !signal.aborted)
    waiting[kind] = []
    for (const batch of split(calls)) sendTogether(batch)
  }

  return (request) => {
    if (request.ifMatch !== undefined || request.onETag) return alone(request)
    return new Promise((resolve, reject) => {
      // An input that cannot be sent rejects its own call, not the whole batch.
      JSON.stringify(request.input)
      const calls = waiting[request.kind]
      if (calls.length === 0) setTimeout(sendAll, 0, request.kind)
      calls.push({ ...request, resolve, reject })
    })
  }
}

const together = (calls: CallRequest[]) => ({
  kind: calls[0]?.kind ?? 'query',
  path: calls.map(({ name }) => name).join(','),
  input: Object.fromEntries(calls.map(({ input }, index) => [index, input])),
  batch: true,
})

function split(calls: Waiting[]): Waiting[][] {
  const batches: Waiting[][] = []
  for (const call of calls) {
    const batch = batches.at(-1)
    const fits =
      batch && batch.length < mostCalls && addressOf(together([...batch, call])).length <= longestAddress
    if (fits) batch.push(call)
    else batches.push([call])
  }
  return batches
}

/** A signal that is aborted once all calls of the batch are. */
function whenAllAbort(calls: Waiting[]): AbortSignal {
  const controller = new AbortController()
  const check = () => calls.every(({ signal }) => signal.aborted) && controller.abort()
  for (const { signal } of calls) signal.addEventListener('abort', check, { once: true })
  return controller.signal
}
