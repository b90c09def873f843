import type { inferRouterInputs } from '@trpc/server'
import type { ConsoleRouter } from '../../../../../routers/console/router.ts'
import type { Permission } from '../../../../../src/accounts/permissions.ts'
import { say } from '../../language/text.ts'
import { dayAt } from '../../language/wording.ts'
import { type Answers, api, type Condition } from '../../live/api.ts'

type Inputs = inferRouterInputs<ConsoleRouter>

/** Takes back what an act has done, for a reason. Refused if that has become impossible. */
export type Undo = (reason: string) => Promise<unknown>

/** What staff do for the clinic: the API's own procedure, who may call it, and who may take it back. */
export type Act<Input> = {
  may: Permission
  /** If others may take it back. */
  mayUndo?: Permission
  do: (input: Input, condition?: Condition) => Promise<Undo>
}

/** The `ETag` of an object after a change was undone, by the one it had before that change; not if it is the same. */
const restored = new Map<string, string>()

function current(etag: string): string {
  const later = restored.get(etag)
  return later === undefined ? etag : current(later)
}

/** Makes the change, and gives the condition that nobody has changed its object since, except by undoing later changes. */
export async function make<T>(change: (options: Condition) => Promise<T>, condition?: Condition) {
  const { ifMatch: before } = condition?.context ?? {}
  let after: string | undefined
  const onETag = (etag: string) => {
    after = etag
  }
  const answer = await change({ context: { ...condition?.context, onETag } })
  const since: Condition = {
    context: {
      get ifMatch() {
        return after && current(after)
      },
      onETag: (etag) => before !== undefined && etag !== before && restored.set(before, etag),
    },
  }
  return { answer, since }
}

const { assignments, employees, employee_tags } = api

type Reasoned = { id: string; reason?: string | undefined }

/** When a suspension or a leave began. The API begins each on the day of its transition, so reasons keep the day. */
type Begun = { since?: string | null | undefined }

const both = (...sentences: string[]) => sentences.filter(Boolean).join(' ')

/** Since when an assignment is suspended, in words; empty if it is not. */
export const suspendedSince = (since: Begun['since']) =>
  since ? say('Suspended since {day}.', { day: dayAt(since) }) : ''

/** Since when a person is on leave, in words; empty if they are not. */
export const onLeaveSince = (since: Begun['since']) =>
  since ? say('On leave since {day}.', { day: dayAt(since) }) : ''

export const assign: Act<Inputs['assignments']['create']> = {
  may: 'manage_assignments',
  async do(input) {
    const { answer, since } = await make((options) => assignments.create.mutate(input, options))
    return (reason) => assignments.end.mutate({ id: answer.id, notes: fitting(answer.notes, reason) }, since)
  },
}

type NewHours = { id: string; effective_hours: string | number; before: string }

const mostNotes = 2000

/** The reason if it fits below the notes of an assignment, as the API has no other place for it. */
const fitting = (notes: string, reason: string) => (notes.length + reason.length < mostNotes ? reason : '')
const noted = (notes: string, reason: string) => [notes, fitting(notes, reason)].filter(Boolean).join('\n')

export const changeHours: Act<NewHours> = {
  may: 'manage_assignments',
  async do({ before, ...input }, condition) {
    const { since } = await make((options) => assignments.update.mutate(input, options), condition)
    const { id } = input
    return async (reason) => {
      const { notes } = await assignments.get.query({ id })
      await assignments.update.mutate({ id, effective_hours: before, notes: noted(notes, reason) }, since)
    }
  },
}

const pause = (name: 'suspend' | 'resume', opposite: 'suspend' | 'resume'): Act<Reasoned & Begun> => ({
  may: 'manage_assignments',
  async do({ since: began, ...input }, condition) {
    const { since } = await make((options) => assignments[name].mutate(input, options), condition)
    return (why) =>
      assignments[opposite].mutate({ id: input.id, reason: both(why, suspendedSince(began)) }, since)
  },
})
export const suspend = pause('suspend', 'resume')
export const resume = pause('resume', 'suspend')

/** An ended assignment stays ended, so its opposite is another one that is like it. */
export const endAssignment: Act<Inputs['assignments']['end'] & Begun & { isSuspended: boolean }> = {
  may: 'manage_assignments',
  async do({ isSuspended, since, ...input }, condition) {
    const { answer } = await make((options) => assignments.end.mutate(input, options), condition)
    const { employee, position_id, effective_hours, effective_date, is_reinforcement } = answer
    const terms = { employee, position_id, effective_hours, effective_date, is_reinforcement }
    let id: string | undefined
    return async (reason) => {
      id ??= (await assignments.create.mutate({ ...terms, notes: noted(answer.notes, reason) })).id
      if (isSuspended) await assignments.suspend.mutate({ id, reason: both(reason, suspendedSince(since)) })
    }
  },
}

export const giveTag: Act<Inputs['employee_tags']['create']> = {
  may: 'manage',
  async do(input) {
    const { answer, since } = await make((options) => employee_tags.create.mutate(input, options))
    return (reason) => employee_tags.update.mutate({ id: answer.id, status: 'REVOKED', reason }, since)
  },
}

type NewEnd = Reasoned & { end_date: string | null; before: string | null }

export const renewTag: Act<NewEnd> = {
  may: 'manage',
  async do({ before, ...input }, condition) {
    const { since } = await make((options) => employee_tags.update.mutate(input, options), condition)
    return (reason) => employee_tags.update.mutate({ id: input.id, end_date: before, reason }, since)
  },
}

/** A revoked tag stays revoked, so its opposite gives the same tag again. */
export const revokeTag: Act<Reasoned> = {
  may: 'manage',
  async do(input, condition) {
    const { answer } = await make(
      (options) => employee_tags.update.mutate({ ...input, status: 'REVOKED' }, options),
      condition,
    )
    const { employee, tag, start_date, end_date } = answer
    const active = { employee_id: employee, status: 'ACTIVE', page_size: 100 } as const
    let before: number | undefined
    return async () => {
      const { results } = await employee_tags.list.query(active)
      const held = results.filter((one) => one.tag === tag).length
      before ??= held
      // An earlier attempt, whose answer was lost, may have given it. The API takes no reason for that.
      if (held <= before) await employee_tags.create.mutate({ employee, tag, start_date, end_date })
    }
  },
}

type Leave = 'go_on_leave' | 'return_from_leave'

const leave = (name: Leave, opposite: Leave): Act<Answering> => ({
  may: 'act_as_employee',
  async do({ id, reason, since: began }, condition) {
    const { since } = await make((options) => employees[name].mutate({ id, reason }, options), condition)
    return (why) => employees[opposite].mutate({ id, reason: both(why, onLeaveSince(began)) }, since)
  },
})
export const goOnLeave = leave('go_on_leave', 'return_from_leave')
export const returnFromLeave = leave('return_from_leave', 'go_on_leave')

const day = 86_400_000

/** The days that a proposal has left, of those that a new one may have. */
const daysLeft = (expires_at: string | null) =>
  expires_at ? Math.min(90, Math.max(1, Math.ceil((Date.parse(expires_at) - Date.now()) / day))) : 90

type Answer = 'accept_proposal' | 'force_accept_proposal' | 'reject_proposal' | 'cancel_proposal'
type Proposal = NonNullable<Answers['employees']['get']['current_proposal']>

export type Answering = Reasoned & Begun & { proposal?: Proposal | null }

/** The opposite of an answer is the same proposal again. */
const answered = (name: Answer, may: Permission): Act<Answering> => ({
  may,
  mayUndo: 'act_as_manager',
  async do({ proposal, since: _, ...input }, condition) {
    const { since } = await make((options) => employees[name].mutate(input, options), condition)
    return async () => {
      if (!proposal) return
      const { proposal_type, notes, expires_at } = proposal
      const again = { id: input.id, proposal_type, notes, expires_in_days: daysLeft(expires_at) }
      await employees.propose.mutate(again, since)
    }
  },
})
export const acceptProposal = answered('accept_proposal', 'act_as_employee')
export const acceptForEmployee = answered('force_accept_proposal', 'act_as_superuser')
export const declineProposal = answered('reject_proposal', 'act_as_employee')
export const withdrawProposal = answered('cancel_proposal', 'act_as_manager')
