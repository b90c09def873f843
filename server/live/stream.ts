import { tracked } from '@trpc/server'
import type { Caller } from '../../entities/accounts/users.ts'
import { type Cursor, chains, type Topic } from '../../entities/live.ts'
import type { AuthenticatedContext, LiveChange } from '../../routers/ports/context.ts'

/** What has happened to a row. */
export type StreamEvent = {
  id: string
  /** The same object for every stream that shows it. */
  change: LiveChange<unknown>
  /** Of an assignment: the employee whose it is, and those whose it no longer is. */
  owner?: string
  former?: readonly string[]
}

/** A stream that is further behind is told to read anew. */
const mostPending = 1000

const reset = { type: 'reset' } as const

/** One client that is connected: what it has yet to be told. */
export class Stream {
  readonly topic: Topic
  readonly userId: string
  readonly sessionId: string
  readonly #ctx: AuthenticatedContext
  /** The latest event of each row, oldest first. */
  readonly #pending = new Map<string, LiveChange<unknown>>()
  /** Where the client is, and where it will be once it has been told everything. */
  #told: Cursor = []
  #known: Cursor = []
  /** The employees who the user is. */
  #employees: readonly string[] | undefined
  #isOpen = true
  #wake: () => void = () => {}

  constructor(topic: Topic, ctx: AuthenticatedContext) {
    this.topic = topic
    this.userId = ctx.caller.id
    this.sessionId = ctx.caller.sessionId
    this.#ctx = ctx
  }

  /** Whether the access token has not expired, and its user, read anew, has the same rights. */
  mayGoOn(caller: Caller): boolean {
    const { credentials, services, caller: before } = this.#ctx
    if (credentials.state !== 'valid' || credentials.expires * 1000 <= services.clock().getTime())
      return false
    return caller.is_active && rightsOf(caller) === rightsOf(before)
  }

  /** Takes note of which employees the user is: if they are others than before, their own rows are others too. */
  isOf(employees: readonly string[]) {
    const isAnother = this.#employees !== undefined && this.#employees.join() !== employees.join()
    this.#employees = employees
    if (isAnother && this.#ctx.own !== undefined && this.topic === 'assignments') this.reset(this.#known)
  }

  /** Adds those of the events that the caller may see (D17). */
  tell(events: readonly StreamEvent[], cursor: Cursor) {
    for (const event of events) {
      const change = this.#shown(event)
      if (!change) continue
      // Added anew, because order is that of the latest change.
      this.#pending.delete(event.id)
      this.#pending.set(event.id, change)
    }
    if (this.#pending.size > mostPending) return this.reset(cursor)
    this.arrive(cursor)
  }

  /** Replaces what is pending by a request to read anew. */
  reset(cursor: Cursor) {
    this.#pending.clear()
    this.#pending.set('', reset)
    this.arrive(cursor)
  }

  /** Nothing else has happened up to this cursor. */
  arrive(cursor: Cursor) {
    this.#known = cursor
    if (this.#pending.size) this.#wake()
    else this.#told = cursor
  }

  close() {
    this.#isOpen = false
    this.#wake()
  }

  /** What the client is told, as fast as it takes it. Only the last pending event brings it to a new cursor. */
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
      yield tracked(idOf(this.#told), change)
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

/** The id of an event: the cursor up to which its client has been told, which every instance understands. */
export const idOf = (cursor: Cursor) => cursor.map((position) => position.toString(36)).join('.')

const largest = 2 ** 31 - 1

/** The cursor that an id names; undefined for anything that is no id of an event. */
export function cursorOf(id: string): Cursor | undefined {
  const parts = id.split('.', chains + 1)
  if (parts.length !== chains || !parts.every((part) => /^[\da-z]{1,6}$/.test(part))) return undefined
  const cursor = parts.map((part) => Number.parseInt(part, 36))
  return cursor.every((position) => position <= largest) ? cursor : undefined
}
