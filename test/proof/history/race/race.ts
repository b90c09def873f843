import { type Answer as Sent, send } from '../../calls/send.ts'
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

/** Makes all attempts, many at a time, alternating the surfaces and instances. */
export async function race(options: Options): Promise<Made[]> {
  const { urls, headers, attempts, known, moments, crowd, progress, until } = options
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
      const answer = await make({ url: urls[(index >> 1) % urls.length] ?? '', headers, surface }, request)
      made.push({ mark, request, answer, before, after: moments.after() })
      learn(known, request, answer)
      if (made.length % 5000 === 0) progress?.(made.length)
    }
  }
  await Promise.all(Array.from({ length: crowd }, worker))
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

type Way = { url: string; headers: Record<string, string>; surface: Surface }

async function make(way: Way, request: Request): Promise<Answer> {
  try {
    return way.surface === 'rest' ? await makeOverRest(way, request) : await makeOverTrpc(way, request)
  } catch (error) {
    return { status: 0, requestId: '', body: { detail: String(error) } }
  }
}

async function makeOverRest({ url, headers }: Way, request: Request): Promise<Answer> {
  const [method, path] = restOf(request)
  const body = method === 'DELETE' ? undefined : JSON.stringify(request.body)
  const answer = await send(url, { method, path, headers, body })
  return { status: answer.status, requestId: idOf(answer), body: answer.text ? JSON.parse(answer.text) : {} }
}

async function makeOverTrpc(
  { url, headers }: Way,
  { procedure, id, body: fields }: Request,
): Promise<Answer> {
  const body = JSON.stringify(id ? { id, ...fields } : fields)
  const answer = await send(url, { method: 'POST', path: `/trpc/${procedure}`, headers, body })
  const { error, result } = JSON.parse(answer.text)
  const requestId = idOf(answer)
  if (answer.status >= 400) return { status: answer.status, requestId, body: error.data.body }
  return { status: created.test(procedure) ? 201 : 200, requestId, body: result.data ?? {} }
}

const idOf = (answer: Sent) => answer.headers.get('x-request-id') ?? ''
