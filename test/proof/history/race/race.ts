import { Agent, request as httpRequest } from 'node:http'
import type { Attempt, Known, Request } from './attempts.ts'
import { learn } from './attempts.ts'

type Fields = Record<string, unknown>
export type Surface = 'rest' | 'trpc'
/** `status` is that of the REST surface, whichever was used; 0 without an answer. `body` is empty for a 204. */
export type Answer = { status: number; requestId: string; body: Fields }
/** An attempt that was made, and the moments before and after it, by whatever counts them. */
export type Made = { mark: string; request: Request; answer: Answer; before: number; after: number }

type Moments = { before(): number; after(): number }
type Options = {
  urls: string[]
  headers: Record<string, string>
  attempts: Attempt[]
  known: Known
  moments: Moments
  /** Requests at the same time. */
  crowd: number
  progress?: (done: number) => void
  /** Ends the race before all attempts are made. */
  until?: AbortSignal
}

const patience = 30_000

/** Makes all attempts, many at a time, over both surfaces of all instances in turn. */
export async function race(options: Options): Promise<Made[]> {
  const { urls, headers, attempts, known, moments, crowd, progress, until } = options
  const agent = new Agent({ keepAlive: true, maxSockets: crowd })
  const made: Made[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < attempts.length && !until?.aborted; index = next++) {
      const mark = `a${index}`
      const request = attempts[index]?.(known, mark)
      // Without an id there is nothing to change yet, as at the beginning.
      if (!request || request.id === '') continue
      const before = moments.before()
      const surface = index % 2 ? 'trpc' : 'rest'
      const answer = await send(
        { url: urls[(index >> 1) % urls.length] ?? '', headers, agent, surface },
        request,
      )
      made.push({ mark, request, answer, before, after: moments.after() })
      learn(known, request, answer)
      if (made.length % 5000 === 0) progress?.(made.length)
    }
  }
  await Promise.all(Array.from({ length: crowd }, worker))
  agent.destroy()
  return made
}

const paths: Record<string, string> = {
  assignments: 'assignments',
  employees: 'employees',
  employee_tags: 'employee-tags',
  positions: 'demand',
  tags: 'tags',
}
const created = /\.create$/

/** Method and path of a procedure over REST. */
function restOf({ procedure, id }: Request): [method: string, path: string] {
  const [resource = '', name = ''] = procedure.split('.')
  const path = `/api/v1/${paths[resource]}/`
  if (name === 'create') return ['POST', path]
  if (name === 'update') return ['PATCH', `${path}${id}/`]
  if (name === 'delete') return ['DELETE', `${path}${id}/`]
  return ['POST', `${path}${id}/${name.replaceAll('_', '-')}/`]
}

type Way = { url: string; headers: Record<string, string>; agent: Agent; surface: Surface }

async function send(way: Way, request: Request): Promise<Answer> {
  try {
    return way.surface === 'rest' ? await sendRest(way, request) : await sendTrpc(way, request)
  } catch (error) {
    return { status: 0, requestId: '', body: { detail: String(error) } }
  }
}

async function sendRest(way: Way, request: Request): Promise<Answer> {
  const [method, path] = restOf(request)
  const hasBody = method !== 'DELETE'
  const { status, requestId, text } = await exchange(way, {
    method,
    path,
    body: hasBody ? request.body : undefined,
  })
  return { status, requestId, body: text ? JSON.parse(text) : {} }
}

async function sendTrpc(way: Way, { procedure, id, body }: Request): Promise<Answer> {
  const call = { method: 'POST', path: `/trpc/${procedure}`, body: id ? { id, ...body } : body }
  const { status, requestId, text } = await exchange(way, call)
  const answer = JSON.parse(text)
  if (status >= 400) return { status, requestId, body: answer.error.data.body }
  return { status: created.test(procedure) ? 201 : 200, requestId, body: answer.result.data ?? {} }
}

type Call = { method: string; path: string; body: Fields | undefined }
type Exchanged = { status: number; requestId: string; text: string }

function exchange(way: Way, call: Call): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const { url, headers, agent } = way
    const { method, path, body } = call
    const sent = body && JSON.stringify(body)
    const length = sent === undefined ? {} : { 'content-length': Buffer.byteLength(sent) }
    const { 'content-type': type, ...others } = headers
    const options = {
      method,
      agent,
      headers: { ...others, ...(sent && { 'content-type': type }), ...length },
    }
    const request = httpRequest(url + path, { ...options, timeout: patience }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          requestId: String(response.headers['x-request-id'] ?? ''),
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('timeout', () => request.destroy(new Error('No answer in 30 seconds')))
    request.on('error', (error: NodeJS.ErrnoException) => {
      // The server closed the idle connection just when the request was sent, and has not read it.
      const isUnread = request.reusedSocket && error.code === 'ECONNRESET'
      if (isUnread) exchange(way, call).then(resolve, reject)
      else reject(error)
    })
    request.end(sent)
  })
}
