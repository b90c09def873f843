import { expect, test } from 'vitest'
import { createCoverageClient } from '../../client/src/client.ts'
import type { CoverageError } from '../../client/src/contract/error.ts'

type Sent = { method: string; names: string[]; inputs: Record<string, { id?: string }>; signal: AbortSignal }

const refusal = { error: { message: 'No.', data: { httpStatus: 404, body: { detail: 'Not found.' } } } }

/** A client that batches, and its requests; the id of each input is the answer, and `missing` is refused. */
function batching(answer?: (sent: Sent) => Promise<Response>) {
  const requests: Sent[] = []
  const echo = async ({ names, inputs }: Sent) =>
    Response.json(
      names.map((_, index) => {
        const { id } = inputs[index] ?? {}
        return id === 'missing' ? refusal : { result: { data: id } }
      }),
      { status: 207, headers: { 'X-Request-Id': 'batch-1' } },
    )
  const client = createCoverageClient({
    url: 'http://coverage.clinic.example',
    batch: true,
    retries: 0,
    async fetch(address, init) {
      const { pathname, searchParams } = new URL(String(address))
      expect(searchParams.get('batch')).toBe('1')
      const sent = {
        method: init?.method ?? 'GET',
        names: pathname.replace('/trpc/', '').split(','),
        inputs: JSON.parse(searchParams.get('input') ?? String(init?.body)),
        signal: init?.signal ?? expect.unreachable(),
      }
      requests.push(sent)
      return (answer ?? echo)(sent)
    },
  })
  return { client, requests }
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)

test('calls of one tick share a request of each kind, and each gets its own answer or refusal', async () => {
  const { client, requests } = batching()
  const calls = await Promise.allSettled([
    client.tags.get.query({ id: 'a' }),
    client.employees.get.query({ id: 'missing' }),
    client.tags.delete.mutate({ id: 'b' }),
    client.positions.get.query({ id: 'c' }),
  ])
  expect(requests.map(({ method, names }) => [method, names])).toEqual([
    ['GET', ['tags.get', 'employees.get', 'positions.get']],
    ['POST', ['tags.delete']],
  ])
  expect(calls).toMatchObject([
    { value: 'a' },
    { reason: { status: 404, procedure: 'employees.get', requestId: 'batch-1', detail: 'Not found.' } },
    { value: 'b' },
    { value: 'c' },
  ])
})

test('a batch has at most a hundred calls, and an address short enough for proxies', async () => {
  const { client, requests } = batching()
  await Promise.all(ids(205).map((id) => client.tags.delete.mutate({ id })))
  expect(requests.map(({ names }) => names.length)).toEqual([100, 100, 5])
  const long = ids(3).map((id) => id.padEnd(1500, '.'))
  expect(await Promise.all(long.map((id) => client.tags.get.query({ id })))).toEqual(long)
  expect(requests.slice(3).map(({ names }) => names.length)).toEqual([2, 1])
})

test('a batch has a body that the service takes', async () => {
  const { client, requests } = batching()
  await Promise.all(ids(5).map((id) => client.tags.delete.mutate({ id: id.padEnd(130_000, '.') })))
  expect(requests.map(({ names }) => names.length)).toEqual([2, 2, 1])
})

test('a batch is aborted once all its calls are, and a call aborted before is not sent', async () => {
  const { client, requests } = batching(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const [early, first, second] = [new AbortController(), new AbortController(), new AbortController()]
  const calls = [early, first, second].map(({ signal }) => client.me({ signal }).catch((error) => error))
  early.abort()
  await expect.poll(() => requests.length).toBe(1)
  expect(requests[0]?.names).toHaveLength(2)
  first.abort()
  expect(requests[0]?.signal.aborted).toBe(false)
  second.abort()
  expect(requests[0]?.signal.aborted).toBe(true)
  expect((await Promise.all(calls)).map(({ aborted }) => aborted)).toEqual([true, true, true])
})

test('a batch that fails as a whole fails each of its calls', async () => {
  const { client } = batching(async () => Response.json(refusal, { status: 400 }))
  const lost = batching(async () => Promise.reject(new TypeError('fetch failed'))).client
  const failures = async (one: typeof client): Promise<CoverageError[]> =>
    Promise.all([one.me(), one.tags.list.query()].map((call) => call.catch((error) => error)))
  expect(await failures(client)).toMatchObject([
    { status: 404, procedure: 'auth.me' },
    { status: 404, procedure: 'tags.list' },
  ])
  expect(await failures(lost)).toMatchObject([
    { status: 0, procedure: 'auth.me' },
    { status: 0, procedure: 'tags.list' },
  ])
})

test('an input that cannot be sent rejects only its own call', async () => {
  const { client } = batching()
  const [refused, served] = await Promise.allSettled([
    client.employees.get.query({ id: 1n as never }),
    client.employees.get.query({ id: 'one' }),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: { name: 'CoverageError' } })
  expect(served).toEqual({ status: 'fulfilled', value: 'one' })
})
