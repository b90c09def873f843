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
