import { CoverageError } from '../../../../../../client/src/contract/error.ts'
import type { Permission } from '../../../../../../src/accounts/permissions.ts'
import { type Gets, readStored } from '../../../dialog/acts/act-dialog.tsx'
import * as acts from '../../../dialog/acts/acts.ts'
import { saidText } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { PartlyUndone, undoAll } from '../../../live/announce.tsx'
import { api, type Condition } from '../../../live/api.ts'
import type { ScenarioInput } from '../answers.ts'

export type Change = ScenarioInput['changes'][number]
type Kind = Change['kind']
type Of<K extends Kind> = Extract<Change, { kind: K }>

/** How the service makes a change that was only tried, with the procedures of the API. */
type Making<K extends Kind> = {
  may: Permission
  /** Whether the service can store it: it has no leave that begins later or ends by itself. */
  isPossible?: (change: Of<K>, today: string) => boolean
  do: (change: Of<K>, reason: string, today: string) => Promise<acts.Undo>
}

const { assignments, employees, employee_tags, position_tags, positions } = api
const { rules } = api.operator

type Dated = { start_date?: string | null | undefined; end_date?: string | null | undefined }
const isNow = ({ start_date, end_date }: Dated, today: string) =>
  (!start_date || start_date === today) && !end_date

/** Terminates, and if that is taken back leads to the status of before. */
async function terminate({ employee: id }: Of<'TERMINATION'>, reason: string): Promise<acts.Undo> {
  const { status, leave_started_at: since } = await employees.get.query({ id })
  await employees.terminate.mutate({ id, reason })
  return async (reason) => {
    await employees.rehire.mutate({ id, reason })
    await employees.activate.mutate({ id, reason })
    if (status === 'DEACTIVATED') await employees.deactivate.mutate({ id, reason })
    if (status === 'ON_LEAVE') await beginLeave(id, `${reason} ${acts.onLeaveSince(since)}`)
  }
}

/** Only superusers may, and the employees themselves. */
const beginLeave = (id: string, reason: string) =>
  employees.go_on_leave.mutate({ id, reason }).catch(({ message }) => {
    throw new PartlyUndone(say('The person is back, but not on leave: {why}', { why: saidText(message) }))
  })

async function requireTag(position: string, tag: string, is_mandatory = true): Promise<acts.Undo> {
  const { id } = await position_tags.create.mutate({ position, tag, is_mandatory })
  return () => position_tags.delete.mutate({ id })
}

type Required = { id: string; position: string; tag: string; is_mandatory: boolean }

async function dropTag({ id, position, tag, is_mandatory }: Required): Promise<acts.Undo> {
  await position_tags.delete.mutate({ id })
  return () => requireTag(position, tag, is_mandatory)
}

async function addPosition({ tags, kind: _, ...position }: Of<'POSITION_ADDED'>): Promise<acts.Undo> {
  const { id } = await positions.create.mutate(position)
  const close = () => positions.delete.mutate({ id })
  return inOrder([async () => close, ...(tags ?? []).map((tag) => () => requireTag(id, tag))])
}

/** Refuses an undo of fields that others have changed since. */
function refuseOvertaken<Row>(names: readonly (keyof Row)[], made: Row, now: Row | undefined) {
  if (names.some((name) => now?.[name] !== made[name]))
    throw new CoverageError(say('It has been changed since.'), { status: 412, outdated: true })
}

/** Changes the fields of a position that are given; its ETag would also tell of assignments, which others may make. */
async function revisePosition(id: string, changes: object): Promise<acts.Undo> {
  const before = await positions.get.query({ id })
  const made = await positions.update.mutate({ id, ...changes })
  const names = revised.filter((name) => made[name] !== before[name])
  const values = Object.fromEntries(names.map((name) => [name, before[name]]))
  return () =>
    withStored(positions, id, (now, condition) => {
      refuseOvertaken(names, made, now)
      return positions.update.mutate({ id, ...values }, condition)
    })
}

const revised = ['required_weekly_hours', 'org_unit_id', 'is_active'] as const

async function changePosition(change: Of<'POSITION_CHANGED'>): Promise<acts.Undo> {
  const { position_id: id, required_weekly_hours, org_unit_id, add_tags, remove_tags } = change
  const { results } = await position_tags.list.query({ position_id: id, page_size: 100 })
  const dropped = results.filter(({ tag }) => remove_tags?.includes(tag))
  return inOrder([
    () => revisePosition(id, { required_weekly_hours, org_unit_id }),
    ...(add_tags ?? []).map((tag) => () => requireTag(id, tag)),
    ...dropped.map((required) => () => dropTag(required)),
  ])
}

async function setCap({ max_weekly_hours }: Of<'CAP_CHANGED'>, reason: string): Promise<acts.Undo> {
  const { clinic } = await rules.list.query()
  const { etag: ifMatch } = await rules.set_clinic_cap.mutate({ max_weekly_hours, reason })
  const before = clinic?.max_weekly_hours ?? null
  return (reason) =>
    rules.set_clinic_cap.mutate({ max_weekly_hours: before, reason }, { context: { ifMatch } })
}

async function changeRule({ kind: _, ...change }: Of<'RULE_CHANGED'>, reason: string): Promise<acts.Undo> {
  const { code } = change
  const read = async () => (await rules.list.query()).rules.find((rule) => rule.code === code)
  const before = await read()
  const made = await rules.update.mutate({ ...change, reason })
  const { severity, enabled, threshold, takes_threshold } = before ?? {}
  const replaced = { code, severity, enabled, ...(takes_threshold && { threshold }) }
  return async (reason) => {
    const now = await read()
    refuseOvertaken(['severity', 'enabled', 'threshold'], made, now)
    return rules.update.mutate({ ...replaced, reason }, { context: { ifMatch: now?.etag } })
  }
}

type Act<Row, T> = (row: Row, condition: Condition) => Promise<T>

/** Does what depends on the row as it is stored, unless somebody changes it meanwhile. */
async function withStored<Row, T>(of: Gets<Row>, id: string, act: Act<Row, T>) {
  const { row, etag } = await readStored(of, id)
  return act(row, { context: { ifMatch: etag } })
}

/** Nobody is hired here, since that takes a name, a number and an email. */
const makings: { [K in Exclude<Kind, 'HIRE'>]: Making<K> } = {
  LEAVE: {
    may: acts.goOnLeave.may,
    isPossible: isNow,
    do: ({ employee: id }, reason) =>
      withStored(employees, id, (_, condition) => acts.goOnLeave.do({ id, reason }, condition)),
  },
  RETURN: {
    may: acts.returnFromLeave.may,
    isPossible: isNow,
    do: ({ employee: id }, reason) =>
      withStored(employees, id, ({ leave_started_at: since }, condition) =>
        acts.returnFromLeave.do({ id, reason, since }, condition),
      ),
  },
  TERMINATION: { may: 'act_as_admin', do: terminate },
  TAG_GRANTED: {
    may: acts.giveTag.may,
    do: ({ kind: _, start_date, ...tag }, _reason, today) =>
      acts.giveTag.do({ ...tag, start_date: start_date ?? today }),
  },
  TAG_EXTENDED: {
    may: acts.renewTag.may,
    do: ({ employee_tag: id, end_date }, reason) =>
      withStored(employee_tags, id, ({ end_date: before }, condition) =>
        acts.renewTag.do({ id, end_date, before, reason }, condition),
      ),
  },
  TAG_REVOKED: {
    may: acts.revokeTag.may,
    do: ({ employee_tag: id }, reason) => acts.revokeTag.do({ id, reason }),
  },
  ASSIGNMENT_ADDED: {
    may: acts.assign.may,
    do: ({ kind: _, ...terms }, notes) => acts.assign.do({ ...terms, notes }),
  },
  ASSIGNMENT_CHANGED: {
    may: acts.changeHours.may,
    do: ({ assignment: id, effective_hours }) =>
      withStored(assignments, id, ({ effective_hours: before }, condition) =>
        acts.changeHours.do({ id, effective_hours, before }, condition),
      ),
  },
  ASSIGNMENT_ENDED: {
    may: acts.endAssignment.may,
    do: ({ assignment: id }, notes) =>
      withStored(assignments, id, ({ status, suspended_at: since }, condition) =>
        acts.endAssignment.do({ id, notes, isSuspended: status === 'SUSPENDED', since }, condition),
      ),
  },
  POSITION_ADDED: { may: 'manage', do: addPosition },
  POSITION_CHANGED: { may: 'manage', do: changePosition },
  POSITION_CLOSED: {
    may: 'manage',
    do: ({ position_id }) => revisePosition(position_id, { is_active: false }),
  },
  CAP_CHANGED: { may: 'act_as_admin', do: setCap },
  RULE_CHANGED: { may: 'act_as_admin', do: changeRule },
}

/** How the change is made, and by whom; undefined if that is not possible from here. */
export function makingOf(change: Change, today: string) {
  // What another change of the list would add has no id yet.
  const isOfStored = !Object.values(change).some((value) => /^NEW-/.test(String(value)))
  if (change.kind === 'HIRE' || !isOfStored) return undefined
  const making = makings[change.kind] as Making<Kind>
  if (making.isPossible && !making.isPossible(change, today)) return undefined
  return { may: making.may, make: (reason: string) => () => making.do(change, reason, today) }
}

/** Makes one change after the other. When one is refused, those before it are taken back, as far as that is possible. */
export async function inOrder(steps: readonly (() => Promise<acts.Undo>)[]): Promise<acts.Undo> {
  const undos: acts.Undo[] = []
  const undo: acts.Undo = (reason) =>
    undoAll(
      undos,
      (each) => each(reason),
      ({ length: count }, total) =>
        say('{count, number} of {total, number} could not be undone.', { count, total }),
    )
  try {
    for (const step of steps) undos.unshift(await step())
  } catch (refusal) {
    const why = (refusal as Error).message
    await undo(why).catch((partly) => {
      throw new PartlyUndone(`${saidText(why)} ${saidText(partly.message)}`)
    })
    throw refusal
  }
  return undo
}
