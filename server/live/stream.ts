import { tracked } from '@trpc/server'
import type { Caller } from '../../entities/accounts/users.ts'
import { isMark, markOf } from '../../entities/integration/cursor.ts'
import type { Cursor, Topic } from '../../entities/live.ts'
import type { AuthenticatedContext, LiveChange } from '../../routers/ports/context.ts'

/** What happened to a row. */
export type StreamEvent = {
  id: string
  /** The same object for every stream that shows it. */
  change: LiveChange<unknown>
  /** An assignment's employee, and the employees it was taken from. */
  owner?: string
  former?: readonly string[]
}

/** A stream with more pending events is reset: its client reads everything again. */
const mostPending = 1000

const reset = { type: 'reset' } as const

/** A connected client, with the events it has yet to get. */
export class Stream {
  readonly topic: Topic
  readonly userId: string
  readonly sessionId: string
  readonly #ctx: AuthenticatedContext
  /** The latest event of each row, oldest first. */
  readonly #pending = new Map<string, LiveChange<unknown>>()
  /** The cursor of the client now, and after the pending events. */
  #told: Cursor = ''
  #known: Cursor = ''
  /** The employees with the user's email. */
  #employees: readonly string[] | undefined
  #isOpen = true
  #wake: () => void = () => {}

  constructor(topic: Topic, ctx: AuthenticatedContext) {
    this.topic = topic
    this.userId = ctx.caller.id
    this.sessionId = ctx.caller.sessionId
    this.#ctx = ctx
  }

  /** Whether the access token is still valid, and its user, just read again, has the same rights. */
  mayGoOn(caller: Caller): boolean {
    const { credentials, services, caller: before } = this.#ctx
    if (credentials.state !== 'valid' || credentials.expires * 1000 <= services.clock().getTime())
      return false
    return caller.is_active && rightsOf(caller) === rightsOf(before)
  }

  /** Stores which employees the user is. If that has changed the rows of the stream, it has to be reset. */
  isOfOthers(employees: readonly string[]): boolean {
    const isAnother = this.#employees !== undefined && this.#employees.join() !== employees.join()
    this.#employees = employees
    return isAnother && this.#ctx.own !== undefined && this.topic === 'assignments'
  }

  /** Adds the events that the caller may see (D17). */
  tell(events: readonly StreamEvent[], cursor: Cursor) {
    for (const event of events) {
      const change = this.#shown(event)
      if (!change) continue
      // Deleted first, because the order is that of the latest changes.
      this.#pending.delete(event.id)
      this.#pending.set(event.id, change)
    }
    if (this.#pending.size > mostPending) return this.reset(cursor)
    this.arrive(cursor)
  }

  /** Replaces the pending events by one that tells the client to read everything again. */
  reset(cursor = this.#known) {
    this.#pending.clear()
    this.#pending.set('', reset)
    this.arrive(cursor)
  }

  /** Moves on to the cursor, once all changes before it have been added. */
  arrive(cursor: Cursor) {
    this.#known = cursor
    if (this.#pending.size) this.#wake()
    else this.#told = cursor
  }

  close() {
    this.#isOpen = false
    this.#wake()
  }

  /** The client's events, as fast as it reads them. Only the last pending event moves its cursor. */
  async *events() {
    while (this.#isOpen) {
      const [next] = this.#pending
      if (!next) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        continue
      }
      const [id, change] = next
      this.#pending.delete(id)
      if (!this.#pending.size) this.#told = this.#known
      yield tracked(this.#told, change)
    }
  }

  #shown({ id, change, owner = '', former }: StreamEvent) {
    if (this.#ctx.own === undefined || this.topic === 'coverage') return change
    const isOwn = (employee: string) => this.#employees?.includes(employee)
    if (isOwn(owner)) return change
    return former?.some(isOwn) ? ({ type: 'removed', id } as const) : undefined
  }
}

const rightsOf = (user: Caller) =>
  [user.role, user.is_staff, user.is_superuser, user.email, user.session_epoch].join()

/** The cursor that an event's id is; undefined for any other text. */
export const cursorOf = (id: string): Cursor | undefined =>
  /^\d+:\d+:(\d+(,\d+)*)?$/.test(id) && isMark(markOf(id, 0, { top: 0, at: 0 })) ? id : undefined
