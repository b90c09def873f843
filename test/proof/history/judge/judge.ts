import type { Commit } from '../commits/commits.ts'
import { type Applied, Replay, type View } from '../commits/replay.ts'
import type { Effect, Expected } from '../model/expected.ts'
import { expected } from '../model/model.ts'
import type { Request } from '../race/attempts.ts'
import type { Answer } from '../race/race.ts'
import { checkEffect, checkSwept, messagesOf } from './effects.ts'
import { checkCommit } from './invariants.ts'
import { LogOrder } from './log-order.ts'
import type { Report, Violation } from './violations.ts'

/**
 * An attempt with its answer. What it has read was committed by the first `least` commits or by later ones among the
 * first `most`.
 */
export type Attempted = { mark: string; request: Request; answer: Answer; least: number; most: number }
export type Verdict = { violations: Violation[]; replay: Replay }

/** `loaded` commits came before the first attempt. */
export type Evidence = { commits: readonly Commit[]; attempts: readonly Attempted[]; loaded: number }

/** Replays the commits in their order, and judges each of them and every answer. */
export function judge({ commits, attempts, loaded }: Evidence): Verdict {
  const violations: Violation[] = []
  const report = (kind: string, text: string) => violations.push({ kind, text })
  const replay = new Replay()
  const order = new LogOrder()
  const byRequest = new Map(attempts.map((attempt) => [attempt.answer.requestId, attempt]))
  const committed = new Map<Attempted, number>()

  commits.forEach((commit, index) => {
    const before = replay.at(index)
    const applied = replay.apply(commit)
    const found = (kind: string, text: string) => report(kind, `commit ${index}: ${text}`)
    checkCommit(applied, replay.at(index + 1), found)
    order.add(applied, index)
    if (index < loaded) return
    const attempt = attemptOf(commit, byRequest)
    if (attempt === 'service') checkSwept(applied, commit.at, found)
    else if (!attempt) found('unknown author', `changes ${applied.map(({ table }) => table).join()}`)
    else {
      if (committed.has(attempt)) found('committed twice', described(attempt))
      committed.set(attempt, index)
      judgeCommit({ attempt, before, applied }, found)
    }
  })
  for (const attempt of attempts) judgeAnswer(attempt, { replay, index: committed.get(attempt) }, report)
  order.report(report)
  return { violations, replay }
}

function attemptOf(
  { authors }: Commit,
  byRequest: Map<string, Attempted>,
): Attempted | 'service' | undefined {
  const [author, ...others] = authors
  if (others.length) return undefined
  if (author?.via === 'service') return 'service'
  return byRequest.get(author?.request ?? '')
}

const described = ({ mark, request: { procedure, id = '' }, answer: { status } }: Attempted) =>
  `${mark} ${procedure} ${id} answered ${status}`.replace('  ', ' ')

const isDone = ({ answer: { status } }: Attempted) => status >= 200 && status < 300

type Judged = { attempt: Attempted; before: View; applied: Applied[] }

/** What an attempt has committed: it was answered as done, the contract allowed it, and it changed just what it said. */
function judgeCommit({ attempt, before, applied }: Judged, found: Report) {
  if (!isDone(attempt)) return found('refused but there', described(attempt))
  const wanted = expected(attempt.request, before)
  if (wanted === 'nothing') return found('changed without need', described(attempt))
  if ('refusal' in wanted)
    return found(wanted.refusal.rule, `${described(attempt)}, but: ${wanted.refusal.messages.join('; ')}`)
  checkEffect({ effect: wanted.effect, applied, answer: attempt.answer }, (kind, text) =>
    found(kind, `${described(attempt)}: ${text}`),
  )
}

type Place = { replay: Replay; index: number | undefined }

/** An answer must fit what was committed, and a refusal must have been right at some moment of the request. */
function judgeAnswer(attempt: Attempted, { replay, index }: Place, report: Report) {
  const { answer, least, most } = attempt
  if (isDone(attempt)) {
    if (index === undefined) {
      if (!atSomeMoment(attempt, replay, changesNothing)) report('lost', described(attempt))
    } else if (index < least || index >= most) report('out of time', described(attempt))
    return
  }
  if (answer.status === 503) return
  if (![400, 404, 409].includes(answer.status))
    return report('answer', `${described(attempt)}: ${JSON.stringify(answer.body).slice(0, 200)}`)
  const isRight = (wanted: Expected) => isRefusal(wanted, answer)
  if (!atSomeMoment(attempt, replay, isRight) && !hasRaced(attempt, replay))
    report('wrong refusal', `${described(attempt)}: ${messagesOf(answer.body).join('; ')}`)
}

function atSomeMoment(
  { request, least, most }: Attempted,
  replay: Replay,
  isIt: (wanted: Expected, view: View) => boolean,
): boolean {
  for (let position = least; position <= most; position++) {
    const view = replay.at(position)
    if (isIt(expected(request, view), view)) return true
  }
  return false
}

function changesNothing(wanted: Expected, view: View): boolean {
  if (wanted === 'nothing') return true
  if ('refusal' in wanted || wanted.effect.logged) return false
  return isAsItWas(wanted.effect, view)
}

function isAsItWas({ table, id = '', set }: Effect, view: View): boolean {
  const row = view.row(table, id)
  return Object.entries(set).every(([column, value]) => row?.[column] === value)
}

function isRefusal(wanted: Expected, { status, body }: Answer): boolean {
  if (wanted === 'nothing' || !('refusal' in wanted)) return false
  const { refusal } = wanted
  return refusal.status === status && refusal.messages.join('\n') === messagesOf(body).join('\n')
}

/** Refused because others changed what the request had found before it could lock it. */
function hasRaced(
  { request: { procedure, id = '' }, answer, least, most }: Attempted,
  replay: Replay,
): boolean {
  if (answer.status !== 409 || !JSON.stringify(answer.body).includes('in the meantime')) return false
  const seen = new Set<string>()
  for (let position = least; position <= most; position++) {
    const view = replay.at(position)
    const people = procedure.startsWith('positions.')
      ? view.activeIn(id).map(({ employee }) => employee)
      : [view.row('assignments', id)?.employee_id]
    seen.add(people.join())
  }
  return seen.size > 1
}
