import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WireError } from '../../../routers/ports/refusals.ts'
import { maximumFiles } from '../../../server/bulk/unpack.ts'
import { maximumBody, readBytes } from '../../../server/http/body.ts'
import type { Client } from '../../setup/client.ts'
import { serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { raw } from '../../setup/raw.ts'

const path = '/api/v1/tags/'
const json = { 'Content-Type': 'application/json' }
const mebibyte = 1024 * 1024

const { service, make, admin } = await serviceForFile()
const viewer = await service.as('VIEWER')

let count = 0
const tag = () => JSON.stringify({ name: `Tag${++count}--`, display_name: 'Día ☀️', category: 'CONTRACT' })
const send = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) => {
  const answer = await admin.post(path, undefined, { raw: body, headers })
  return [answer.status, answer.body]
}
const requiredFields = {
  name: ['This field is required.'],
  display_name: ['This field is required.'],
  category: ['This field is required.'],
}

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"; foo=bar',
  'APPLICATION/JSON',
  'application/json ; charset=latin-1',
  'application/json;',
])('the content type %s is read as JSON in UTF-8', async (type) => {
  const [status, body] = await send(tag(), { 'Content-Type': type })
  expect([status, body.display_name]).toEqual([201, 'Día ☀️'])
})

test.each([
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'text/plain',
  'text/json',
  'application/vnd.api+json',
  'application/json5',
  'application/jsonp',
  'application/xml',
  'application/json, text/plain',
  'nonsense',
])('the content type %s is not supported', async (type) => {
  const detail = `Unsupported media type "${type}" in request.`
  expect(await send(tag(), { 'Content-Type': type })).toEqual([415, { detail }])
})

test('a body needs a content type', async () => {
  const body = tag()
  const answer = await sendPlain(['Content-Length', String(Buffer.byteLength(body))], body)
  expect(answer).toMatchObject({ status: 415, body: { detail: 'Unsupported media type "" in request.' } })
})

test.each(['gzip', 'br', 'deflate', 'gzip, identity', 'nonsense'])(
  'the content encoding %s is not supported',
  async (encoding) => {
    const detail = `Unsupported content encoding "${encoding}" in request.`
    const headers = { ...json, 'Content-Encoding': encoding }
    expect(await send(new Uint8Array(gzipSync(tag())), headers)).toEqual([415, { detail }])
  },
)

test('an identity encoding is accepted', async () => {
  expect((await send(tag(), { ...json, 'Content-Encoding': 'identity' }))[0]).toBe(201)
})

test.each([
  ['nothing', ''],
  ['white space', ' \n'],
  ['an empty object', '{}'],
  ['a byte order mark before an object', '\ufeff{}'],
])('a body of %s is an empty object', async (_, body) => {
  expect(await send(body)).toEqual([400, requiredFields])
})

test.each([
  ['an array', '[]', 'list'],
  ['an array of objects', '[{}]', 'list'],
  ['a string', '"abc"', 'str'],
  ['an integer', '5', 'int'],
  ['a fraction', '5.5', 'float'],
  ['true', 'true', 'bool'],
])('a body of %s is not an object', async (_, body, type) => {
  const message = `Invalid data. Expected a dictionary, but got ${type}.`
  expect(await send(body)).toEqual([400, { non_field_errors: [message] }])
})

test('a body of null counts as no data', async () => {
  expect(await send('null')).toEqual([400, { non_field_errors: ['No data provided'] }])
})

test.each([
  '{',
  '{"name":}',
  '{"name":"x",}',
  "{'name':'x'}",
  '{"a":1}{"b":2}',
  '{}x',
  '{"hours_delta":NaN}',
  '{"hours_delta":Infinity}',
  '{"hours_delta":01}',
  '{"name":"\u0001"}',
  '{"name":"\\x"}',
  'undefined',
  'name=x',
  '<tag/>',
  '/* */{}',
  '[',
  '"',
])('a body of %s is malformed', async (body) => {
  expect(await send(body)).toEqual([400, { detail: expect.stringMatching(/^JSON parse error - .+/) }])
})

test.each([
  ['a stray byte', [0xff]],
  ['half a character', [0xc3]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['Latin-1', [0xf1]],
])('a body with %s is not UTF-8', async (_, bytes) => {
  const body = Uint8Array.from([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')])
  expect(await send(body)).toEqual([400, { detail: 'JSON parse error - the body is not valid UTF-8' }])
})

test('a body in UTF-16 is not UTF-8', async () => {
  const body = new Uint8Array(Buffer.from(`\ufeff${tag()}`, 'utf16le'))
  expect((await send(body))[1]).toEqual({ detail: 'JSON parse error - the body is not valid UTF-8' })
})

test('the last of a repeated field of a body counts', async () => {
  const name = `Last${++count}--`
  const body = `{"name":"First","display_name":"x","category":"CONTRACT","name":"${name}"}`
  expect((await send(body))[1].name).toBe(name)
})

test('a body may contain names that every object inherits', async () => {
  const body = `{"__proto__":{"name":"Proto"},"constructor":1,"toString":1,"hasOwnProperty":1}`
  expect(await send(body)).toEqual([400, requiredFields])
})

test('a body cannot override the id in the path', async () => {
  const [one, other] = [await make.tag(), await make.tag()]
  const answer = await admin.patch(`${path}${one.id}/`, { id: other.id, description: 'changed' })
  expect([answer.body.id, answer.body.description]).toEqual([one.id, 'changed'])
  expect((await admin.get(`${path}${other.id}/`)).body.description).toBe('')
})

const tooLarge = [413, { detail: 'Request body exceeds 1048576 bytes.' }]
const padded = (size: number, body = tag()) =>
  body.slice(0, -1) + ' '.repeat(size - Buffer.byteLength(body)) + body.slice(-1)

test('the body of a request has at most one mebibyte', async () => {
  expect((await send(padded(mebibyte)))[0]).toBe(201)
  expect(await send(padded(mebibyte + 1))).toEqual(tooLarge)
})

const batch = '/api/v1/offer/employees/batch-balance/'
const withoutIds = { employee_ids: ['This field is required.'] }
const sendBatch = async (raw: string) => {
  const answer = await admin.post(batch, undefined, { raw, headers: json })
  return [answer.status, answer.body]
}

test('a body without an announced length is measured while it is read', async () => {
  expect((await sendChunked(padded(mebibyte))).status).toBe(201)
  const answer = await sendChunked(padded(mebibyte + 1))
  expect([answer.status, answer.body]).toEqual(tooLarge)
})

/** Sends all but the end of a large body. */
function beginBody(client: Client) {
  const sending = request(`${service.url}${batch}`, { method: 'POST', headers: headersOf(client) })
  const answered = once(sending, 'response').then(([answer]) => (answer as IncomingMessage).resume())
  sending.on('error', () => {})
  sending.write(' '.repeat(mebibyte - 10_000))
  return { sending, status: () => answered.then(({ statusCode }) => statusCode) }
}

test.each([
  ['user', () => service.as('MANAGER')],
  ['machine', () => service.asMachine('MANAGER')],
])('a %s may send two mebibytes of bodies at once, and others are not affected', async (_, caller) => {
  const [client, other] = [await caller(), await caller()]
  const [first, second] = [beginBody(client), beginBody(client)]
  const raw = padded(30_000, '{}')
  const third = async () => (await client.post(batch, undefined, { raw, headers: json })).status
  await vi.waitFor(async () => expect(await third()).toBe(429), 30_000)
  const others = await other.post(batch, undefined, { raw: padded(mebibyte, '{}'), headers: json })
  expect([others.status, others.body]).toEqual([400, withoutIds])
  for (const { sending } of [first, second]) sending.end('{}')
  expect([await first.status(), await second.status()]).toEqual([400, 400])
  expect(await third()).toBe(400)
})

test('a body in very small chunks counts as the memory that it takes', async () => {
  const chunks = (count: number) =>
    sendPlain(
      [...Object.entries(json).flat(), 'Transfer-Encoding', 'chunked'],
      `${'1\r\n \r\n'.repeat(count)}0\r\n\r\n`,
      batch,
    )
  expect((await chunks(4000)).status).toBe(400)
  expect((await chunks(5000)).status).toBe(429)
})

test('a body that arrives at less than 1 kB a second is cut', async () => {
  const reading = vi.spyOn(IncomingMessage.prototype, 'iterator')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    reading.mockRestore()
    vi.useRealTimers()
  })
  const sending = request(`${service.url}${path}`, { method: 'POST', headers: headersOf(admin) })
  const cut = once(sending, 'error')
  sending.write('{')
  await vi.waitUntil(() => reading.mock.calls.length, 30_000)
  vi.advanceTimersByTime(5000)
  expect(await cut).toMatchObject([{ code: 'ECONNRESET' }])
})

test('a body whose client has left is no failure of the service', async () => {
  const reading = vi.spyOn(IncomingMessage.prototype, 'iterator')
  const answered = vi.spyOn(service.services.metrics, 'answered')
  onTestFinished(() => {
    reading.mockRestore()
    answered.mockRestore()
  })
  const sending = request(`${service.url}${path}`, { method: 'POST', headers: headersOf(admin) })
  sending.on('error', () => {}).write('{')
  await vi.waitUntil(() => reading.mock.calls.length, 30_000)
  sending.destroy()
  await vi.waitUntil(() => answered.mock.calls.length, 30_000)
  expect(answered.mock.calls).toEqual([['rest', 'tags.create', { status: 400, seconds: expect.any(Number) }]])
})

test.each([
  ['a body', maximumBody, 30],
  ['files', maximumFiles, 600],
])(
  '%s of at most %i bytes that have not all arrived after %i seconds are cut',
  async (_, maximum, seconds) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const sent = Object.assign(new PassThrough(), { headers: {} })
    const reading = readBytes(sent as unknown as IncomingMessage, { caller: 'a', maximum })
    const detail = 'The request body arrives too slowly.'
    const refused = expect(reading).rejects.toEqual(new WireError('MALFORMED', { detail }))
    sent.write(Buffer.alloc(mebibyte))
    await expect.poll(() => sent.readableLength).toBe(0)
    vi.advanceTimersByTime(1000 * (seconds - 1))
    expect(sent.destroyed).toBe(false)
    vi.advanceTimersByTime(1000)
    await refused
  },
)

test('the size of a body is checked before its type and syntax', async () => {
  expect(await send('x'.repeat(mebibyte + 1), { 'Content-Type': 'text/plain' })).toEqual(tooLarge)
  expect(await send('x'.repeat(mebibyte + 1))).toEqual(tooLarge)
})

test('a body is refused by its announced length before it arrives', async () => {
  const answer = await sendPlain(['Content-Type', 'application/json', 'Content-Length', '99999999999'])
  expect([answer.status, answer.body]).toEqual(tooLarge)
  expect(answer.head).toMatch(/^connection: close$/im)
})

test.each([
  ['items', (count: number) => `"x":[${'1,'.repeat(count - 3)}1]`],
  ['fields', (count: number) => Array.from({ length: count - 1 }, (_, i) => `"k${i}":1`).join()],
  ['nested lists', (count: number) => `"x":${'['.repeat(count - 2)}${']'.repeat(count - 2)}`],
])('a body has at most 30000 values: %s', async (_, values) => {
  const tooMany = [413, { detail: 'Request body has more than 30000 values.' }]
  expect(await sendBatch(`{${values(30_000)}}`)).toEqual([400, withoutIds])
  expect(await sendBatch(`{${values(30_001)}}`)).toEqual(tooMany)
})

test('punctuation within texts does not count as values', async () => {
  const text = '",[{\\\\\\"'.repeat(20_000)
  expect(await sendBatch(JSON.stringify({ x: text, y: text }))).toEqual([400, withoutIds])
})

test('the size limit of a body holds over tRPC too, for all calls of a batch together', async () => {
  const input = { name: `Tag${++count}--`, display_name: 'x', category: 'CONTRACT' }
  const raw = padded(mebibyte, JSON.stringify(input))
  const call = async (path: string, raw: string) =>
    (await admin.post(`/trpc/${path}`, undefined, { raw, headers: json })).status
  expect(await call('tags.create', raw)).toBe(200)
  expect(await call('tags.create', `${raw} `)).toBe(413)
  expect(await call('tags.create,tags.create?batch=1', padded(mebibyte, '{"0":{}}'))).toBe(400)
  expect(await call('tags.create,tags.create?batch=1', padded(mebibyte + 1, '{"0":{}}'))).toBe(413)
})

const suspend = async (send: (path: string) => Promise<{ status: number }>) => {
  const { id } = await make.assignment()
  return (await send(`/api/v1/assignments/${id}/suspend/`)).status
}

test('a transition needs no body', async () => {
  expect(await suspend((path) => admin.post(path))).toBe(200)
  expect(await suspend((path) => admin.post(path, undefined, { raw: '', headers: json }))).toBe(200)
  expect(await suspend((path) => admin.post(path, {}))).toBe(200)
  expect(await suspend((path) => sendPlain(['Content-Length', '0'], '', path))).toBe(200)
  expect(await suspend((path) => sendPlain(['Transfer-Encoding', 'chunked'], '0\r\n\r\n', path))).toBe(200)
})

test('a transition reads the body if there is one', async () => {
  expect(await suspend((path) => admin.post(path, { reason: 5 }))).toBe(400)
  expect(await suspend((path) => admin.post(path, []))).toBe(400)
  expect(await suspend((path) => admin.post(path, undefined, { raw: 'reason=x' }))).toBe(415)
})

const bad = { raw: '{bad', headers: { 'Content-Type': 'text/plain' } }

test('a refused request has neither its body parsed nor its media type checked', async () => {
  expect((await service.anonymous().post(path, undefined, bad)).status).toBe(401)
  expect((await viewer.post(path, undefined, bad)).status).toBe(403)
  expect((await viewer.post(path, undefined, { ...bad, headers: { 'X-CSRFToken': '' } })).status).toBe(403)
  expect((await service.anonymous().post('/api/v1/nowhere/', undefined, bad)).status).toBe(404)
  expect((await service.anonymous().request('PUT', path, bad)).status).toBe(405)
})

test.each([
  ['an anonymous caller', 401, () => service.anonymous()],
  ['a viewer', 403, () => viewer],
])('a request of %s is %i without waiting for its body', async (_, status, caller) => {
  for (const framing of [
    ['Content-Length', '50000000'],
    ['Transfer-Encoding', 'chunked'],
  ]) {
    const answer = await sendPlain(['Content-Type', 'application/json', ...framing], '', path, caller())
    expect(answer.status).toBe(status)
    expect(answer.head).toMatch(/^connection: close$/im)
  }
})

test('a client that reads only when it has sent its whole body gets the refusal, and no other answer', async () => {
  const { hostname, port } = new URL(service.url)
  const answered = vi.spyOn(service.services.metrics, 'answered')
  const socket = connect(Number(port), hostname).pause()
  onTestFinished(() => {
    answered.mockRestore()
    socket.destroy()
  })
  const body = Buffer.alloc(16 * mebibyte)
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`)
  await new Promise<void>((resolve, reject) => socket.on('error', reject).write(body, () => resolve()))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect((await socket.setEncoding('utf8').toArray()).join('')).toMatch(/^HTTP\/1.1 401 /)
  expect(answered.mock.calls).toEqual([['rest', 'tags.create', { status: 401, seconds: expect.any(Number) }]])
})

testInCheck(
  'a request is refused while uploading fifty megabytes, and the next request is served',
  async () => {
    const upload = 'x'.repeat(50_000_000)
    for (let round = 0; round < 3; round++) {
      const client = service.anonymous()
      expect((await client.post(path, undefined, { raw: upload, headers: json })).status).toBe(401)
      expect((await viewer.post(path, undefined, { raw: upload, headers: json })).status).toBe(403)
      expect((await admin.post(path, undefined, { raw: upload, headers: json })).status).toBe(413)
      expect((await client.get('/api/health/')).status).toBe(200)
    }
  },
)

test('a request that is cut off in the middle of its body does no harm', async () => {
  for (let i = 0; i < 5; i++)
    await new Promise<void>((resolve) => {
      const headers = { ...json, 'Content-Length': '1000', ...admin.headersFor(path) }
      const upload = request(service.url + path, { method: 'POST', headers })
      upload.on('error', () => resolve())
      upload.write('{"name":"abc', () => setTimeout(() => upload.destroy(), 20))
    })
  expect((await admin.get(path)).status).toBe(200)
})

const headersOf = (client: Client) => ({ ...json, ...client.headersFor(path) })

/** A POST with exactly these headers and the credentials, written raw to the socket. */
function sendPlain(headers: string[], body = '', to = path, client: Client = admin) {
  const lines = ['Host', 'x', ...Object.entries(client.headersFor(to)).flat(), ...headers]
  const head = lines.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${lines[index + 1]}`]))
  return raw(service.url, `POST ${to} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}

function sendChunked(body: string) {
  const size = Buffer.byteLength(body).toString(16)
  return sendPlain(
    ['Content-Type', 'application/json', 'Transfer-Encoding', 'chunked'],
    `${size}\r\n${body}\r\n0\r\n\r\n`,
  )
}
