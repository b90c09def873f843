import type { Transport } from './transport.ts'
import {
  addressOf,
  type CallRequest,
  oneByOne,
  type ProcedureKind,
  poster,
  resultOf,
  type SendCall,
} from './trpc.ts'

/** The service's limit of calls per request, a URL length that proxies accept, and a body far below the service's 1 MiB. */
const mostCalls = 100
const longestAddress = 4000
const longestBody = 300_000

type Waiting = CallRequest & { resolve(answer: unknown): void; reject(reason: unknown): void }

/**
 * Calls made in one turn of the event loop share a request, as with tRPC's `httpBatchLink`. A change with a key or a call
 * with an `ETag` has a request of its own, because all calls of a request share its headers.
 */
export function inBatches(transport: Transport): SendCall {
  const post = poster(transport)
  const sendAlone = oneByOne(transport)
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

  const sendInBatch: SendCall = (request) =>
    new Promise((resolve, reject) => {
      // An input that cannot be sent rejects its own call, not the whole batch.
      JSON.stringify(request.input)
      const calls = waiting[request.kind]
      if (calls.length === 0) setTimeout(sendAll, 0, request.kind)
      calls.push({ ...request, resolve, reject })
    })

  return (request) => {
    const isAlone = request.key ?? request.ifMatch ?? request.onETag
    return (isAlone === undefined ? sendInBatch : sendAlone)(request)
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
    if (batch && batch.length < mostCalls && fits(together([...batch, call]))) batch.push(call)
    else batches.push([call])
  }
  return batches
}

const fits = (sent: ReturnType<typeof together>) =>
  addressOf(sent).length <= longestAddress && JSON.stringify(sent.input).length <= longestBody

/** A signal that is aborted once all calls of the batch are. */
function whenAllAbort(calls: Waiting[]): AbortSignal {
  const controller = new AbortController()
  const check = () => calls.every(({ signal }) => signal.aborted) && controller.abort()
  for (const { signal } of calls) signal.addEventListener('abort', check, { once: true })
  return controller.signal
}
