/** Why the business refuses something. */
export type DomainCode =
  | 'INVALID'
  | 'ALREADY_EXISTS'
  | 'BLOCKED_BY_RULE'
  | 'NOT_FOUND'
  | 'GONE'
  | 'CONFLICT'
  | 'CONFLICT_HAS_DEPENDENCIES'
  | 'CONFLICT_PLAN_OUTDATED'
  | 'RULE_VIOLATED'

/** Messages by field name; `non_field_errors` for those that belong to no single field. */
export type FieldErrors = Record<string, string[]>

/** Messages by field name; a list of objects has an entry for each item, up to the last one with problems shown. */
export type NestedErrors = Record<string, string[] | FieldErrors[]>

/** The maximum number of problems, or of items with problems, in one refusal, and of characters in one message. */
const shownProblems = 20
const longestMessage = 700

/** The text, cut where it is longer. */
export const shortened = (text: string, length = longestMessage) =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`

/**
 * Names every field, but only the first problems, so that a refusal stays small. If just one more is left, it is shown
 * and not counted, so that shortening twice changes nothing.
 */
function firstProblems<Errors extends NestedErrors>(fields: Errors): Errors {
  let left = shownProblems
  const shown = Object.entries(fields).map(([field, problems]) => {
    if (isNested(problems)) return [field, firstItems(problems)]
    const isShown = problems.length <= left + 1
    const first = (isShown ? problems : problems.slice(0, left)).map((message) => shortened(message))
    left = Math.max(0, left - first.length)
    const hidden = problems.length - first.length
    return [field, hidden ? [...first, `${hidden} more problems are not shown.`] : first]
  })
  return Object.fromEntries(shown) as Errors
}

/** The items up to the twentieth that has problems. */
function firstItems(items: readonly FieldErrors[]) {
  let left = shownProblems
  const last = items.findIndex((item) => Object.keys(item).length > 0 && --left === 0)
  return items.slice(0, last + 1 || undefined).map((item) => firstProblems(item))
}

const isNested = (problems: string[] | FieldErrors[]): problems is FieldErrors[] =>
  typeof problems[0] === 'object'

type RefusalBody = NestedErrors | { detail: string; code?: string; lines?: FieldErrors[] }

const isFieldErrors = (body: RefusalBody): body is NestedErrors => typeof body.detail !== 'string'

/** A refusal that reaches the caller: its code, and its body as clients see it. */
export class DomainError extends Error {
  readonly code: DomainCode
  readonly body: RefusalBody

  constructor(code: DomainCode, body: RefusalBody) {
    const small = isFieldErrors(body) ? firstProblems(body) : { ...body, detail: shortened(body.detail) }
    super(isFieldErrors(small) ? shortened(JSON.stringify(small)) : small.detail)
    this.code = code
    this.body = small
  }
}

/** 400 under one field. */
export const invalid = (field: string, ...messages: string[]) =>
  new DomainError('INVALID', { [field]: messages })

/** 400 under a field whose value another object has (D15). */
export const alreadyExists = (field: string, message: string) =>
  new DomainError('ALREADY_EXISTS', { [field]: [message] })

/** 400 with the blocking rules, each message with its rule's code in front. */
export const blockedByRule = (messages: string[]) =>
  new DomainError('BLOCKED_BY_RULE', { non_field_errors: messages })

/** 400 that belongs to no single field. */
export const invalidAsAWhole = (...messages: string[]) => invalid('non_field_errors', ...messages)

/** 400 for one item of a list of objects: its problems, after an empty entry for each item before it. */
export const invalidItem = (field: string, index: number, problems: FieldErrors) =>
  new DomainError('INVALID', { [field]: [...Array.from({ length: index }, () => ({})), problems] })

/** 400 with the problems of each item of a list of objects; refuses nothing if there are none. */
export function refuseItems(field: string, problems: readonly FieldErrors[]) {
  if (problems.some((fields) => Object.keys(fields).length))
    throw new DomainError('INVALID', { [field]: [...problems] })
}

/** 404, also for an object that the caller may not see (D17). */
export const notFound = (detail = 'Not found.') => new DomainError('NOT_FOUND', { detail })

/** 410: what follows a cursor is no longer there. */
export const gone = (detail: string) => new DomainError('GONE', { detail })

/** 409: the current state does not allow it. */
export const conflict = (detail: string) => new DomainError('CONFLICT', { detail })

/** 409 because another change was faster each time this one was tried. */
export class Overtaken extends DomainError {
  constructor(by: string) {
    super('CONFLICT', { detail: `${by} in the meantime; try again.` })
  }
}

/** 409 with a code: others still depend on the object. */
export const inUse = (detail: string) =>
  new DomainError('CONFLICT_HAS_DEPENDENCIES', { detail, code: 'CONFLICT_HAS_DEPENDENCIES' })

/** 409 with a code: the clinic has changed since the plan was made; `lines` has the problems of each line. */
export const planOutdated = (detail: string, lines?: FieldErrors[]) =>
  new DomainError('CONFLICT_PLAN_OUTDATED', { detail, code: 'CONFLICT_PLAN_OUTDATED', lines })

/** 409 that names the transition and the current status. */
export const transitionNotAllowed = (transition: string, status: string, why?: string) =>
  conflict(`Transition '${transition}' is not allowed from state '${status}'${why ? `: ${why}` : ''}.`)

export const noSuchObject = (id: string) => `Invalid pk "${id}" - object does not exist.`

/** 400 for a reference that matches no row, or none that the caller may see. */
export const unknownReference = (field: string, id: string) => invalid(field, noSuchObject(id))

/** The message for an id in the query that matches no row, where one must exist. */
export const noSuchChoice = 'Select a valid choice. That choice is not one of the available choices.'

/** 400 for an id in the query that matches no row. */
export const unknownChoice = (field: string) => invalid(field, noSuchChoice)

/** Collects the unknown references of a body, so that all are refused at once. */
export class References {
  private readonly unknown: FieldErrors = {}

  check(field: string, id: string, found: unknown) {
    if (!found) this.unknown[field] = [noSuchObject(id)]
    return this
  }

  refuse() {
    if (Object.keys(this.unknown).length) throw new DomainError('INVALID', this.unknown)
  }
}

/** 400 for fields that can be set only at creation and are sent with another value (D8). */
export function refuseChanges<T extends object>(stored: T, sent: Partial<T>) {
  const changed = Object.entries(sent).filter(
    ([field, value]) => value !== undefined && value !== stored[field as keyof T],
  )
  const problems = Object.fromEntries(changed.map(([field]) => [field, ['This field cannot be changed.']]))
  if (changed.length) throw new DomainError('INVALID', problems)
}
