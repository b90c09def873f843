import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../rates/report.ts'
import { processorTime } from '../service/processes.ts'
import type { LargeCase } from './cases.ts'

/** A measured service, and the processes that use CPU for it. */
export type Target = {
  url: string
  opsUrl: string
  headers: Record<string, string>
  pids: { service: number; postgres: number }
}

/** The result of a case: the worst status, and medians in milliseconds. `problem` is the answer of a failed request. */
export type Taken = {
  status: number
  count?: number
  service: number
  postgres: number
  wall: number
  problem?: string
}

const pageSize = 25

/** How often and how long a case is repeated. A named statement may get a general plan from its sixth use on. */
export type Effort = { most: number; milliseconds: number }

/** Sends the requests of cases, and remembers the counts of their lists. */
export function createRequests(target: Target, effort: Effort) {
  const counts = new Map<string, number | undefined>()

  /** The number of rows of the case's list, which no ordering changes. */
  async function countOf(one: LargeCase): Promise<number | undefined> {
    const path = withoutOrdering(one.call.path)
    if (!counts.has(path))
      counts.set(path, (await send(target, { ...one, call: { ...one.call, path } })).count)
    return counts.get(path)
  }

  return async (one: LargeCase): Promise<Taken> => {
    if (!one.page) return repeat(target, one, effort)
    const count = await countOf(one)
    if (count === undefined) return { status: 0, service: 0, postgres: 0, wall: 0, problem: 'no count' }
    const last = Math.max(1, Math.ceil(count / pageSize))
    const page = one.page === 'last' ? last : Math.ceil(last / 2)
    return repeat(target, { ...one, call: { ...one.call, path: withPage(one.call.path, page) } }, effort)
  }
}

/** The first call is only a warm-up, unless it has used up the time. */
async function repeat(target: Target, one: LargeCase, { most, milliseconds }: Effort): Promise<Taken> {
  const all: Taken[] = []
  const start = performance.now()
  while (
    all.length < (one.isRemembered ? 1 : most) &&
    (all.length < 2 || performance.now() - start < milliseconds)
  )
    all.push(await measured(target, one))
  const worst = all.reduce((worse, each) => (each.status > worse.status ? each : worse))
  const warm = all.length > 1 ? all.slice(1) : all
  const [service, postgres] = [median(warm, 'service'), median(warm, 'postgres')]
  return { ...worst, service, postgres, wall: median(warm, 'wall') }
}

async function measured(target: Target, one: LargeCase): Promise<Taken> {
  const { service, postgres } = target.pids
  const before = [processorTime(service), processorTime(postgres)] as const
  const start = performance.now()
  const answer = await send(target, one)
  const wall = performance.now() - start
  // PostgreSQL may still be cancelling the statement of a refused request.
  if (answer.problem) await sleep(20)
  return {
    ...answer,
    wall,
    service: (processorTime(service) - before[0]) / 1000,
    postgres: (processorTime(postgres) - before[1]) / 1000,
  }
}

type Sent = Pick<Taken, 'status' | 'count' | 'problem'>

async function send({ url, opsUrl, headers }: Target, { call }: LargeCase): Promise<Sent> {
  const { method, path, body, isOperators } = call
  const request = { method, headers, body: body && JSON.stringify(body) }
  const { status, text } = await fetch((isOperators ? opsUrl : url) + path, request)
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: Error) => ({ status: 0, text: `${error.message}: ${error.cause}` }))
  if (status < 200 || status >= 300) return { status, problem: text.slice(0, 200) }
  const [, count] = /"count":(\d+)/.exec(text) ?? []
  return { status, count: count === undefined ? undefined : Number(count) }
}

const inputPattern = /input=([^&]*)/

function withPage(path: string, page: number): string {
  if (path.startsWith('/api')) return `${path}${path.includes('?') ? '&' : '?'}page=${page}`
  return withInput(path, (input) => ({ ...input, page }))
}

function withoutOrdering(path: string): string {
  if (path.startsWith('/api')) return path.replace(/[?&]ordering=[^&]*/, '')
  return withInput(path, ({ ordering: _ordering, ...input }) => input)
}

function withInput(path: string, change: (input: Record<string, unknown>) => object): string {
  const input = JSON.parse(decodeURIComponent(inputPattern.exec(path)?.[1] ?? '{}'))
  return path.replace(inputPattern, `input=${encodeURIComponent(JSON.stringify(change(input)))}`)
}
