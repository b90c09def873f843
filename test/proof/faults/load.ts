import { setTimeout as sleep } from 'node:timers/promises'
import { type Request, sendOnce } from '../calls/send.ts'
import type { Clinic } from '../history/race/clinic.ts'
import { useSession } from './session.ts'

/** `ended` is the refresh of a session that has ended. */
export const kinds = ['create', 'change', 'read', 'login', 'refresh', 'ended'] as const
export type Kind = (typeof kinds)[number]

/** One request. The mark is in what it writes; the times are milliseconds of `performance.now()`. */
export type Attempt = {
  kind: Kind
  instance: number
  mark: string
  /** 0 without an answer. */
  status: number
  started: number
  ended: number
}

/** Whether it was answered as without a fault. */
export const isGood = ({ kind, status }: Attempt) =>
  kind === 'ended' ? status === 401 : status >= 200 && status < 300

export const isWrite = ({ kind }: Attempt) => kind === 'create' || kind === 'change'

export type Load = { attempts: Attempt[]; stop(): Promise<void> }
export type Source = {
  clinic: Clinic
  headers: Record<string, string>
  /** The present address of each instance. */
  urls: () => string[]
  /** The cookies of a session that has ended, with its CSRF header. */
  ended: Record<string, string>
  credentials: { email: string; password: string }
  /** Counts assignments, so that each is of another pair. */
  next: () => number
}

const clientsOfEach = 3
/** Milliseconds for which an instance that did not answer is not asked again. */
const pauseWithoutAnswer = 200
const turns: Kind[] = ['create', 'change', 'read']

/** Sends requests of every kind to both instances until it is stopped. The prefix begins every mark. */
export function startLoad(source: Source, prefix: string): Load {
  const attempts: Attempt[] = []
  let isOn = true
  const make = async (one: Pick<Attempt, 'kind' | 'instance' | 'mark'>, asked: Request) => {
    const started = performance.now()
    const answer = await sendOnce(source.urls()[one.instance] ?? '', asked)
    attempts.push({ ...one, status: answer.status, started, ended: performance.now() })
    return answer
  }
  const client = async (number: number) => {
    for (let turn = 0; isOn; turn++) {
      const kind = turns[turn % turns.length] ?? 'read'
      const mark = `${prefix}-${number}-${turn}`
      const { status } = await make(
        { kind, instance: number % 2, mark },
        requestOf(source, { kind, number, mark }),
      )
      await sleep(status ? 20 + Math.random() * 40 : pauseWithoutAnswer)
    }
  }
  const session = (instance: number) =>
    useSession(source, {
      isOn: () => isOn,
      send: (kind, asked) => make({ kind, instance, mark: '' }, asked),
    })
  const clients = Array.from({ length: 2 * clientsOfEach }, (_, number) => client(number))
  const running = Promise.all([...clients, session(0), session(1)])
  return {
    attempts,
    async stop() {
      isOn = false
      await running
    },
  }
}

type Wanted = { kind: Kind; number: number; mark: string }

function requestOf({ clinic, headers, next }: Source, { kind, number, mark }: Wanted): Request {
  const { employees, positions } = clinic
  if (kind === 'read') return { method: 'GET', path: '/api/v1/employees/?page_size=5', headers }
  if (kind === 'change')
    return {
      method: 'PATCH',
      path: `/api/v1/demand/${positions[number]}/`,
      headers,
      body: JSON.stringify({ notes: mark }),
    }
  const index = next()
  const position = index + Math.floor(index / employees.length)
  const body = JSON.stringify({
    employee: employees[index % employees.length],
    position_id: positions[position % positions.length],
    effective_hours: '0.25',
    notes: mark,
  })
  return { method: 'POST', path: '/api/v1/assignments/', headers, body }
}
