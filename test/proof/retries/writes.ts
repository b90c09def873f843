import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Headers, type Request, sendOnce } from '../calls/send.ts'
import type { Clinic } from '../history/race/clinic.ts'

/** A write that was repeated until it was answered. `again` is its answer when it was asked once more. */
export type Written = { mark: string; answer: Answer; again: Answer; attempts: number }

type Options = {
  /** The way to each instance. */
  urls: readonly string[]
  headers: Headers
  clinic: Clinic
  writes: number
  progress: (done: number) => void
}

/** Milliseconds between attempts, and after which a write that nobody answers is given up. */
const [pause, patience] = [50, 60_000]

/** One client for each employee makes its writes one after the other, over REST and tRPC, at any instance. */
export async function write({ urls, headers, clinic, writes, progress }: Options): Promise<Written[]> {
  const written: Written[] = []
  let begun = 0
  const client = async (employee: string) => {
    let isActive = true
    while (begun < writes) {
      const number = begun++
      const transition = isActive ? 'deactivate' : 'reactivate'
      const mark = `write ${number}`
      const asked = requestOf(number, { mark, clinic, employee, transition })
      const key = { 'idempotency-key': randomUUID() }
      const request = { ...asked, headers: { ...headers, ...key } }
      const first = await untilAnswered(request, urls)
      const { answer: again } = await untilAnswered(request, urls)
      if (asked.path.includes(transition)) isActive = !isActive
      written.push({ mark, ...first, again })
      if (written.length % 1000 === 0) progress(written.length)
    }
  }
  await Promise.all(clinic.employees.map(client))
  return written
}

async function untilAnswered(request: Request, urls: readonly string[]) {
  const limit = performance.now() + patience
  for (let attempts = 1; ; attempts++) {
    const url = urls[Math.floor(Math.random() * urls.length)] ?? ''
    const answer = await sendOnce(url, request)
    const isInProgress = answer.status === 409 && answer.headers.has('retry-after')
    const isOpen = answer.status === 0 || answer.status === 503 || isInProgress
    if (!isOpen || performance.now() > limit) return { answer, attempts }
    await sleep(pause)
  }
}

type Wanted = { mark: string; clinic: Clinic; employee: string; transition: string }

/** In turn a position, a copy of one, and a transition of the employee; none of them is unique by itself. */
function requestOf(number: number, { mark, clinic, employee, transition }: Wanted): Request {
  const { positions, unit } = clinic
  const id = positions[number % positions.length] ?? ''
  const position = { org_unit_id: unit, title: mark, required_weekly_hours: '8' }
  const [name, path, input] = (
    [
      ['positions.create', 'demand/', position],
      ['positions.duplicate', `demand/${id}/duplicate/`, { id, title: mark }],
      [`employees.${transition}`, `employees/${employee}/${transition}/`, { id: employee, reason: mark }],
    ] as const
  )[number % 3] ?? ['', '', {}]
  const isRest = Math.floor(number / 3) % 2 === 0
  return { method: 'POST', path: isRest ? `/api/v1/${path}` : `/trpc/${name}`, body: JSON.stringify(input) }
}
