import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Headers = Record<string, string | string[]>
export type Request = {
  method: string
  path: string
  headers?: Headers
  body?: string | Buffer
  /** Milliseconds without an answer after which the request fails; 30 seconds unless said. */
  timeout?: number
}
/** `status` is 0 without an answer, if a caller expects that. */
export type Answer = { status: number; headers: globalThis.Headers; text: string }

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Sends one request to an instance and reads its whole answer; fails when the connection is cut. */
export function send(url: string, asked: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = attempt(url, asked, resolve)
    sending.on('error', (error: NodeJS.ErrnoException) => {
      // The server has closed a connection that was idle for long just as the request was sent, and has not seen it.
      const isUnseen = sending.reusedSocket && error.code === 'ECONNRESET'
      if (isUnseen) attempt(url, asked, resolve).on('error', reject)
      else reject(error)
    })
  })
}

/** Sends one request once; the status is 0 when ten seconds pass without an answer or the connection is cut. */
export function sendOnce(url: string, asked: Request): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = (error: Error) =>
      resolve({ status: 0, headers: new globalThis.Headers(), text: String(error) })
    attempt(url, { timeout: 10_000, ...asked }, resolve).on('error', failed)
  })
}

const mostAttempts = 20
const pause = 250

/**
 * The same, but asks again while the answer is 503: a machine that is too busy gives it now and then, a fault every time.
 * What was answered 503 must not have happened, so asking again is safe.
 */
export async function sendPatiently(url: string, asked: Request): Promise<Answer & { repeated: number }> {
  for (let repeated = 0; ; repeated++) {
    const answer = await send(url, asked)
    if (answer.status !== 503 || repeated === mostAttempts) return { ...answer, repeated }
    await sleep(pause)
  }
}

function attempt(url: string, asked: Request, resolve: (answer: Answer) => void): ClientRequest {
  const { method, path, body, timeout = 30_000 } = asked
  // Otherwise Node sends the body of a GET or DELETE without its length, and so as another request.
  const length = body &&
    !asked.headers?.['transfer-encoding'] && { 'content-length': `${Buffer.byteLength(body)}` }
  const headers = { ...asked.headers, ...length }
  const { hostname, port } = new URL(url)
  const sending = request({ agent, hostname, port, method, path, headers, timeout }, (answer) => {
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('error', (error) => sending.emit('error', error))
    answer.on('end', () => {
      const { statusCode: status = 0, rawHeaders } = answer
      resolve({ status, headers: headersOf(rawHeaders), text: Buffer.concat(parts).toString() })
    })
  })
  sending.on('timeout', () => sending.destroy(new Error(`No answer in ${timeout / 1000} seconds`)))
  return sending.end(body)
}

function headersOf(raw: string[]): globalThis.Headers {
  const headers = new globalThis.Headers()
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '')
  return headers
}
