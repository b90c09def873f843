import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type CoverageClient, createCoverageClient } from '../../client/src/client.ts'
import { CoverageError } from '../../client/src/contract/error.ts'
import { liveOf } from '../../client/src/live.ts'
import { createCookieJar } from '../../client/src/transport/cookie-jar.ts'
import type { CoverageClientOptions } from '../../client/src/transport/options.ts'
import { sleep } from '../../client/src/transport/time-limits.ts'
import { freePort } from '../setup/programs/free-port.ts'
import { failure } from './suite/clients.ts'

const url = 'http://coverage.clinic.example'

type Answer = Response | Error

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })

const data = (answer: unknown) => json({ result: { data: answer } })

const refused = (status: number, headers: Record<string, string> = {}, body: object = { detail: 'No.' }) =>
  json({ error: { message: 'No.', data: { httpStatus: status, body } } }, status, headers)

/** A client whose requests get these answers, one after the other, and the requests that it makes. */
function answered(answers: Answer[], options: Partial<CoverageClientOptions> = {}) {
  const requests: Request[] = []
  const client = createCoverageClient({
    url,
    ...options,
    async fetch(address, init) {
      requests.push(new Request(address, init))
      const answer = answers[requests.length - 1] ?? expect.unreachable('There was one request too many.')
      if (answer instanceof Error) throw answer
      return answer.clone()
    },
  })
  return { client, requests }
}

/** Waits pass at once; `seconds` are how long they would have taken. What else has a timer in this process does not count. */
async function skippingWaits<T>(work: () => Promise<T>) {
  const start = Date.parse('2026-03-04T10:00:00Z')
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
  const seconds = () => (Date.now() - start) / 1000
  let isSettled = false
  const settled = work()
    .then(
      (value) => ({ value, error: undefined, seconds: seconds() }),
      (error: CoverageError) => ({ value: undefined, error, seconds: seconds() }),
    )
    .finally(() => {
      isSettled = true
    })
  // Not all timers: a connection that another file has left may set one after the other for ever.
  while (!isSettled) await vi.advanceTimersToNextTimerAsync()
  return settled
}

test.for([
  ['localhost:8000', 'did you mean https://localhost:8000 or http://localhost:8000?'],
  ['coverage.clinic.example', 'did you mean https://coverage.clinic.example'],
  ['/', 'a page passes location.origin.'],
  ['', 'a page passes location.origin.'],
  ['ftp://coverage.clinic.example', 'must begin with http:// or https://'],
  ['https://clinic.example/coverage', "must be the service's origin alone, such as https://clinic.example:"],
  ['https://clinic.example/?a=1', 'must be the service'],
  ['https://me:secret@clinic.example', 'must be the service'],
])('the address “%s” is refused when the client is created', ([address = '', sentence = '']) => {
  const create = () => createCoverageClient({ url: address })
  expect(create).toThrow(TypeError)
  expect(create).toThrow(sentence)
})

test('a client accepts an address with a trailing slash', async () => {
  const { client, requests } = answered([data({ status: 'healthy' })], { url: `${url}/` })
  await client.health.check.query()
  expect(requests.map((request) => request.url)).toEqual([`${url}/trpc/health.check?input=%7B%7D`])
})

test('an error names a service that does not run', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`
  const client = createCoverageClient({ url: origin, retries: 0 })
  const error = await failure(client.health.check.query())
  expect(error.message).toBe(`The service did not answer: nothing listens at ${origin} (ECONNREFUSED).`)
  expect(error).toMatchObject({ status: 0, retryable: true, aborted: false, procedure: 'health.check' })
  expect(error.cause).toBeInstanceOf(Error)
})

test.for([
  ['ENOTFOUND', 'the host name of http://coverage.clinic.example cannot be resolved'],
  ['ECONNRESET', 'http://coverage.clinic.example closed the connection'],
  ['UND_ERR_CONNECT_TIMEOUT', 'http://coverage.clinic.example cannot be reached'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of http://coverage.clinic.example is not trusted'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'http://coverage.clinic.example does not speak https'],
])('the client puts the error %s into words', async ([code = '', words]) => {
  const inner = Object.assign(new Error('inner'), { code })
  const thrown = new TypeError('fetch failed', { cause: new AggregateError([inner]) })
  const { client } = answered([thrown], { retries: 0 })
  const { message } = await failure(client.health.check.query())
  expect(message).toBe(`The service did not answer: ${words} (${code}).`)
})

test('a call that exceeds its time limit fails and says so', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  const client = createCoverageClient({
    url,
    timeoutMs: 5000,
    fetch: (_address, init) => new Promise(() => signals.push(init?.signal)),
  })
  const read = await skippingWaits(() => client.health.check.query())
  expect(read).toMatchObject({ seconds: 5, error: { status: 0, aborted: false, retryable: true } })
  expect(String(read.error)).toContain('did not answer within 5 s. The option timeoutMs sets the limit.')
  const change = await skippingWaits(() => client.tags.delete.mutate({ id: 'x' }, { timeoutMs: 1500 }))
  expect(change).toMatchObject({ seconds: 1.5, error: { retryable: false } })
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true])
})

test('another server at the address is recognised, and the status of a proxy is kept', async () => {
  const page = (status: number) =>
    new Response('<h1>Hello</h1>', { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  const { client } = answered([page(200), page(404), page(502), json({ hello: 'world' })], { retries: 0 })
  const errors: CoverageError[] = []
  for (let call = 0; call < 4; call++) errors.push(await failure(client.health.check.query()))
  const [ok, missing, proxy, other] = errors
  expect(ok?.message).toBe(
    `${url} answered 200 with text/html instead of JSON: is this the address of the service?`,
  )
  expect(missing).toMatchObject({ status: 404, message: expect.stringContaining('404 with text/html') })
  expect(proxy).toMatchObject({ status: 502, message: 'The service answered 502.', retryable: true })
  expect(other).toMatchObject({ status: 200, message: expect.stringContaining('not an answer') })
})

describe('retries', () => {
  const down = new TypeError('fetch failed')

  test('a query is repeated twice after failures that may pass, after growing pauses', async () => {
    const { client, requests } = answered([down, refused(503), data([])])
    const { seconds, value } = await skippingWaits(() => client.business_rules.list.query())
    expect(value).toEqual([])
    expect(requests).toHaveLength(3)
    expect(seconds).toBeGreaterThanOrEqual(0.75)
    expect(seconds).toBeLessThanOrEqual(1.5)
  })

  test('a query whose refresh is not answered in time is repeated, with another refresh', async () => {
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(late))
    onTestFinished(() => timeout.mockRestore())
    const cookies = createCookieJar()
    cookies.store(['csrftoken=kept; Path=/'], new URL(url))
    const answers = [refused(401), late, refused(401), json({}), data([])]
    const { client, requests } = answered(answers, { cookies })
    const { error, value } = await skippingWaits(() => client.business_rules.list.query())
    expect({ error, value }).toEqual({ error: undefined, value: [] })
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST', 'GET'])
  })

  test('a mutation that changes nothing is repeated like a query', async () => {
    const { client, requests } = answered([refused(503), data({ is_valid: true })])
    const wanted = { employee: 'x', position_id: 'y', effective_hours: '8.00' }
    const { value } = await skippingWaits(() => client.assignments.preview.mutate(wanted))
    expect(value).toEqual({ is_valid: true })
    expect(requests).toHaveLength(2)
  })

  test('a query fails after its last repetition, and the client or the call decides how many there are', async () => {
    const { client, requests } = answered(Array(8).fill(refused(503)), { retries: 1 })
    const { error } = await skippingWaits(() => client.business_rules.list.query())
    expect(error).toMatchObject({ status: 503, retryable: true, detail: 'No.' })
    expect(requests).toHaveLength(2)
    await skippingWaits(() => client.business_rules.list.query(undefined, { retries: 0 }))
    expect(requests).toHaveLength(3)
  })

  test.for([false, true])('a change is repeated with its key, batches %s', async (batch) => {
    const inProgress = refused(409, { 'Retry-After': '1' })
    const answers = [down, inProgress, data(null), refused(503), data(null)]
    const { client, requests } = answered(answers, { batch })
    const { seconds } = await skippingWaits(async () => {
      await client.tags.delete.mutate({ id: 'x' })
      await client.tags.delete.mutate({ id: 'x' })
    })
    expect(seconds).toBeGreaterThanOrEqual(1.75)
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[3], keys[3]])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[3]).not.toBe(keys[0])
  })

  test('a change that has failed may have happened, and a new call would make it again', async () => {
    const { client } = answered([down, down, down])
    const { error } = await skippingWaits(() => client.tags.delete.mutate({ id: 'x' }))
    expect(error).toMatchObject({ status: 0, retryable: false })
  })

  test('a login, a logout, a change without retries and an error that cannot pass are not repeated', async () => {
    const { client, requests } = answered([down, down, refused(503), refused(500), refused(409)])
    const calls = [
      () => client.login('someone@clinic.example', 'secret'),
      () => client.logout(),
      () => client.tags.delete.mutate({ id: 'x' }, { retries: 0 }),
      () => client.tags.get.query({ id: 'x' }),
      () => client.tags.delete.mutate({ id: 'x' }),
    ]
    for (const call of calls) expect((await failure(call())).retryable).toBe(false)
    expect(requests.map(({ headers }) => headers.has('idempotency-key'))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
  })

  test('a throttled call is not repeated unless the client may wait', async () => {
    const { client, requests } = answered([refused(429, { 'Retry-After': '1' })])
    expect(await failure(client.me())).toMatchObject({ status: 429, retryAfterSeconds: 1, retryable: true })
    expect(requests).toHaveLength(1)
  })

  test('a 429 that asks for no wait counts as a second, so that the client does not repeat for ever', async () => {
    const { client, requests } = answered(Array(5).fill(refused(429, { 'Retry-After': '0' })))
    expect((await failure(client.me())).status).toBe(429)
    const waitWhenThrottled = { atMostSeconds: 3 }
    const { error, seconds } = await skippingWaits(() => client.me({ waitWhenThrottled }))
    expect({ status: error?.status, seconds }).toEqual({ status: 429, seconds: 3 })
    expect(requests).toHaveLength(5)
  })

  test('a 503 with a short pause is repeated after it, and one with a long pause is not', async () => {
    const { client, requests } = answered([
      refused(503, { 'Retry-After': '7' }),
      data([]),
      refused(503, { 'Retry-After': '600' }),
    ])
    const { seconds } = await skippingWaits(() => client.business_rules.list.query())
    expect(Math.floor(seconds)).toBe(7)
    expect(await failure(client.business_rules.list.query())).toMatchObject({ retryAfterSeconds: 600 })
    expect(requests).toHaveLength(3)
  })

  test('a throttled call waits until the date that a proxy gives, but not for an hour', async () => {
    const until = { 'Retry-After': 'Wed, 04 Mar 2026 10:00:20 GMT' }
    const { client, requests } = answered(
      [refused(429, until), data([]), refused(429, { 'Retry-After': '3600' })],
      {
        waitWhenThrottled: true,
      },
    )
    const { seconds, value } = await skippingWaits(() => client.business_rules.list.query())
    expect({ seconds, value }).toEqual({ seconds: 20, value: [] })
    const error = await failure(client.login('someone@clinic.example', 'secret'))
    expect(error).toMatchObject({ status: 429, retryable: true, retryAfterSeconds: 3600 })
    expect(requests).toHaveLength(3)
  })
})

test('an error has the message of the service, the call that failed and its id in the log', async () => {
  const body = { status: 'unhealthy', database: 'unreachable' }
  const { client } = answered(
    [refused(404, { 'X-Request-Id': 'abc-1' }, { detail: 'Not found.' }), refused(503, {}, body)],
    { retries: 0 },
  )
  const error = await failure(client.employees.get.query({ id: 'x' }))
  expect(error).toBeInstanceOf(CoverageError)
  expect(error.message).toBe('Not found.')
  expect(error).toMatchObject({
    procedure: 'employees.get',
    requestId: 'abc-1',
    body: { detail: 'Not found.' },
  })
  expect(String(error)).toBe('CoverageError: Not found. (employees.get, 404, request abc-1)')
  expect(await failure(client.health.check.query())).toMatchObject({ status: 503, body })
})

test('headers go with every request, fixed or made for each, and win over those of the jar', async () => {
  let count = 0
  const cookies = createCookieJar()
  cookies.store(['access_token=kept; Path=/'], new URL(url))
  const fixed = answered([data([])], {
    cookies,
    headers: { 'X-Clinic': 'Aurelia', Cookie: 'access_token=given' },
  })
  await fixed.client.business_rules.list.query()
  expect(fixed.requests[0]?.headers.get('x-clinic')).toBe('Aurelia')
  expect(fixed.requests[0]?.headers.get('cookie')).toBe('access_token=given')
  const made = answered([data([]), data(null)], {
    headers: async () => ({ traceparent: `trace-${++count}` }),
  })
  await made.client.business_rules.list.query()
  await made.client.tags.delete.mutate({ id: 'x' })
  expect(made.requests.map(({ headers }) => headers.get('traceparent'))).toEqual(['trace-1', 'trace-2'])
  expect(made.requests[1]?.headers.get('content-type')).toBe('application/json')
})

test('an ETag that a compressing proxy has marked as weak can be sent with a change', async () => {
  const { client } = answered([json({ result: { data: {} } }, 200, { ETag: 'W/"abc"' })])
  const etags: string[] = []
  await client.tags.get.query({ id: 'x' }, { onETag: (etag) => etags.push(etag) })
  expect(etags).toEqual(['"abc"'])
})

test('a sign-in whose cookies do not arrive is an error that says why', async () => {
  const signIn = (address: string) =>
    failure(
      answered([data({ user: {} }), refused(401)], { url: address }).client.login(
        'a@clinic.example',
        'secret',
      ),
    )
  expect((await signIn(url)).message).toMatch(/^Signed in, but the cookies are for https only/)
  expect((await signIn('https://coverage.clinic.example')).message).toMatch(
    /^Signed in, but its answer shows no cookies, as in a Web worker/,
  )
})

const stream = { headers: { 'Content-Type': 'text/event-stream' } }

type AnswerOf = (path: string, accessToken: string | undefined) => Response | undefined

/** A signed-in client whose refresh is answered only once that is released; `answerOf` has all other answers. */
function holdingRefresh(refreshed: Response, answerOf: AnswerOf) {
  const cookies = createCookieJar()
  cookies.store(['csrftoken=kept; Path=/'], new URL(url))
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const accessToken = () => cookies.get('access_token', new URL(url))
  const client = createCoverageClient({
    url,
    cookies,
    async fetch(address) {
      const answer = answerOf(new URL(String(address)).pathname, accessToken())
      if (answer) return answer
      asked.resolve()
      await released.promise
      return refreshed
    },
  })
  return { client, accessToken, asked: asked.promise, release: released.resolve }
}

test('a sign-in during a refresh waits for it, so that its own cookies stay', async () => {
  const session = (user: string) => ({
    headers: ['access_token', 'csrftoken'].map((name): [string, string] => [
      'Set-Cookie',
      `${name}=of ${user}; Path=/`,
    ]),
  })
  const { client, accessToken, asked, release } = holdingRefresh(
    Response.json({}, session('one')),
    (path, token) => {
      if (path === '/trpc/auth.login')
        return Response.json({ result: { data: { user: {} } } }, session('another'))
      return path === '/trpc/auth.me' ? (token ? data({}) : refused(401)) : undefined
    },
  )
  const read = client.me()
  await asked
  const signedIn = client.login('another@clinic.example', 'secret')
  // A sign-in that did not wait would be over by then.
  await setImmediate()
  release()
  await Promise.all([read, signedIn])
  expect(accessToken()).toBe('of another')
})

test('a refresh that is refused because of a sign-out reports no end of the session', async () => {
  const { client, asked, release } = holdingRefresh(json({ detail: 'No.' }, 401), (path) => {
    if (path === '/trpc/auth.logout') return data(null)
    return path === '/trpc/auth.me' ? refused(401) : undefined
  })
  const told: string[] = []
  for (const event of ['signedOut', 'sessionEnded'] as const) client.on(event, () => told.push(event))
  const read = failure(client.me())
  await asked
  await client.logout()
  release()
  expect((await read).status).toBe(401)
  expect(told).toEqual(['signedOut'])
})

test('an export that is aborted is an error that says so', async () => {
  const reason = new Error('No longer wanted')
  const { client } = answered([reason])
  const error = await failure(client.exportClinic({ signal: AbortSignal.abort(reason) }))
  expect(error).toMatchObject({ aborted: true, cause: reason, procedure: 'integration.export' })
})

test('a live stream and an export that are aborted during a refresh end at once', async () => {
  const { client, asked, release } = holdingRefresh(json({ detail: 'No.' }, 401), (path) =>
    path.endsWith('/refresh/') ? undefined : refused(401),
  )
  const leaving = new AbortController()
  const { signal } = leaving
  const following = client.live.coverage({ signal })[Symbol.asyncIterator]().next()
  const exporting = failure(client.exportClinic({ signal }))
  await asked
  leaving.abort()
  expect(await following).toEqual({ done: true, value: undefined })
  expect((await exporting).aborted).toBe(true)
  release()
})

test('a live stream ends when another server answers', async () => {
  const { client } = answered([new Response('<html>', { headers: { 'Content-Type': 'text/html' } })])
  const read = async () => {
    for await (const _ of liveOf(client).coverage()) expect.unreachable('No change was told.')
  }
  const error = await failure(read())
  expect(error).toMatchObject({ status: 200, procedure: 'live.coverage' })
  expect(error.message).toContain('is this the address of the service?')
})

test('a live stream tells nothing more once its signal is aborted', async () => {
  const events = ['one', 'two'].map((id) => `id: ${id}\ndata: {"type":"removed","id":"${id}"}\n\n`)
  const { client } = answered([new Response(events.join(''), stream)])
  const leaving = new AbortController()
  const told: string[] = []
  for await (const { eventId } of client.live.coverage({ signal: leaving.signal })) {
    told.push(eventId)
    leaving.abort()
  }
  expect(told).toEqual(['one'])
})

test('a live stream waits while its changes are handled, and is opened again after 45 seconds of silence', async () => {
  const requests: string[] = []
  const client = createCoverageClient({
    url,
    async fetch(address, { signal } = {}) {
      requests.push(new URL(String(address)).searchParams.get('input') ?? '')
      const ids = requests.length === 1 ? ['one', 'two'] : ['three']
      const events = ids.map((id) => `id: ${id}\ndata: {"type":"removed","id":"${id}"}\n\n`).join('')
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(events))
          signal?.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return new Response(body, stream)
    },
  })
  const told: string[] = []
  const { seconds } = await skippingWaits(async () => {
    for await (const { eventId } of client.live.coverage()) {
      told.push(eventId)
      if (eventId === 'three') return
      await sleep(60_000)
    }
  })
  expect(told).toEqual(['one', 'two', 'three'])
  expect(requests).toEqual(['{}', '{"lastEventId":"two"}'])
  expect(Math.floor(seconds - 0.5)).toBe(2 * 60 + 45)
})

test('a live stream ends with an error of the program itself, and is not opened again', async () => {
  const mistake = new Error('A mistake of the program')
  const fail = () => {
    throw mistake
  }
  const read = async (client: CoverageClient, onConnection?: () => void) => {
    for await (const _ of client.live.coverage({ onConnection })) expect.unreachable('No change was told.')
  }
  await expect(read(answered([new Response('', stream)]).client, fail)).rejects.toBe(mistake)
  const { client } = answered([], { headers: fail })
  expect(await failure(read(client))).toMatchObject({ status: 0, retryable: false, cause: mistake })
})

test('a client ignores cookies that are set after a redirect to another host', async () => {
  const cookies = createCookieJar()
  const redirected = json({ result: { data: null } }, 200, { 'Set-Cookie': 'access_token=other; Path=/' })
  Object.defineProperty(redirected, 'url', { value: 'http://other.example/' })
  const client = createCoverageClient({ url, cookies, fetch: async () => redirected })
  await client.me()
  expect(cookies.get('access_token', new URL(url))).toBeUndefined()
  expect(cookies.get('access_token', new URL('http://other.example/'))).toBe('other')
})
