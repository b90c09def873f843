// Requests as they stand on the wire; `headers` are whole lines.

export const body = JSON.stringify({ name: 'raw tag', display_name: 'Raw', category: 'EXCEPTION' })
export const host = 'Host: 127.0.0.1\r\n'
export const health = `GET /api/health/ HTTP/1.1\r\n${host}\r\n`
export const postTag = (headers: string) =>
  `POST /api/v1/tags/ HTTP/1.1\r\n${host}${headers}Content-Type: application/json\r\n`
export const whole = (headers: string) => `${postTag(headers)}Content-Length: ${body.length}\r\n\r\n${body}`
export const chunked = (headers: string, chunks: string) =>
  `${postTag(headers)}Transfer-Encoding: chunked\r\n\r\n${chunks}`
export const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

export const many = (text: (n: number) => string, count: number) =>
  Array.from({ length: count }, (_, n) => text(n)).join('')
export const get = (headers: string) => `GET /api/v1/tags/ HTTP/1.1\r\n${host}${headers}\r\n`

const headers = [
  get(many((n) => `X-${n}: y\r\n`, 5000)),
  get(many((n) => `a${n}: ${'b'.repeat(200)}\r\n`, 70)),
  get(`X: ${'y'.repeat(1_000_000)}`),
  get(`Cookie: ${'a=b; '.repeat(20_000)}\r\n`),
  get(`Cookie: access_token=${'e30.'.repeat(3000)}\r\n`),
  `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`,
  'x'.repeat(1_000_000),
  '\r\n'.repeat(100_000),
  '\0'.repeat(100_000),
  get('X: a\r\n folded\r\n'),
  get('X: a\0b\r\n'),
  get(': empty\r\n'),
  get('X Y: z\r\n'),
  get('Expect: 100-continue\r\n'),
  get('Expect: the unexpected\r\n'),
  get('Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n'),
  get('Connection: upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'),
  `GET http://evil.example/api/health/ HTTP/1.1\r\n${host}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
  'GET /api/health/\r\n',
  'GET /api/health/ HTTP/1.0\r\n\r\n',
  `GET /api/health/ HTTP/1.9\r\n${host}\r\n`,
  `GET /api/health/ HTTP/9.9\r\n${host}\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  Buffer.from('16030100c8010000c40303', 'hex'),
]

const bodies = (signedIn: string) => [
  `${postTag(signedIn)}Content-Length: 99999999999999999999\r\n\r\n${body}`,
  `${postTag(signedIn)}Content-Length: 1048577\r\n\r\n${body}`,
  `${postTag(signedIn)}Content-Length: -1\r\n\r\n${body}`,
  `${postTag(signedIn)}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${body}`,
  `${postTag(signedIn)}Content-Length: 1\r\n\r\n${body}`,
  `${postTag(signedIn)}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
  chunked(signedIn, 'FFFFFFFFFFFFFFFFFF\r\nx'),
  chunked(signedIn, `1;${'x'.repeat(1_000_000)}\r\n`),
  chunked(signedIn, '-1\r\nx\r\n0\r\n\r\n'),
  chunked(
    signedIn,
    many(() => '1\r\n \r\n', 100_000),
  ),
  chunked(signedIn, `0\r\n${many((n) => `T-${n}: y\r\n`, 5000)}\r\n`),
  chunked(signedIn, `${(2_000_000).toString(16)}\r\n${'x'.repeat(2_000_000)}\r\n0\r\n\r\n`),
]

/** Requests that are far too large, contradict themselves, or speak another protocol. */
export const bombsOf = (signedIn: string) => [...headers, ...bodies(signedIn)]
