import { failureOf } from './contract/error.ts'
import { actions, type Pages, type Procedures, reads, type User } from './contract/procedures.ts'
import type { CallOptions } from './contract/wire.ts'
import { aborted, pagesOf } from './pages.ts'
import { createEvents, type Subscribe } from './session/client-events.ts'
import { createSession, notKept } from './session/session.ts'
import { inBatches } from './transport/batch.ts'
import { type Live, liveStreams, type OpenStream } from './transport/live-streams.ts'
import type { CoverageClientOptions } from './transport/options.ts'
import { serviceAt } from './transport/service-address.ts'
import { inTime, retrying, unlessAborted, waitingWhenThrottled } from './transport/time-limits.ts'
import { createTransport } from './transport/transport.ts'
import { newKey, oneByOne, opener, type ProcedureKind, transferrer } from './transport/trpc.ts'

/** The service's procedures, with sign-in and sign-out. Every rejection is a `CoverageError`. */
export type CoverageClient = Procedures & {
  /** Signs in; the client then keeps the session until `logout`, refreshing it when needed. */
  login(email: string, password: string, options?: CallOptions): Promise<User>
  /** Ends the session; no error if it has already ended. */
  logout(options?: CallOptions): Promise<void>
  /** Who is signed in. */
  me(options?: CallOptions): Promise<User>
  /** The rows of every list, fetched page by page as they are read: 100 at a time unless `page_size` is given. */
  pages: Pages
  /** Calls the listener at each such event, until you call the function that it returns. */
  on: Subscribe
  /** Changes as they are committed. */
  live: Live
  /** Downloads the clinic's CSV files as a zip, for ADMIN. The answer's body is a stream of its bytes. */
  exportClinic(options?: Pick<CallOptions, 'signal'>): Promise<Response>
}

type CallByName = (name: string, input: unknown, options?: CallOptions) => Promise<unknown>
type Calls = Record<ProcedureKind, CallByName>

/** A client for one user of the service. It is signed out until `login` is called. */
export function createCoverageClient(options: CoverageClientOptions): CoverageClient {
  const { calls, open, transfer, endSession, events, transport } = createCalls(options)
  const procedures = proceduresOf(calls)
  const { auth, account } = procedures

  const login: typeof auth.login.mutate = async (input, options) => {
    const before = transport.csrfToken()
    const answer = await auth.login.mutate(input, options)
    if (transport.csrfToken() === before)
      throw await notKept(transport, () => auth.me.query(undefined, options))
    events.emit({ event: 'signedIn', payload: { user: answer.user, elsewhere: false } })
    return answer
  }

  const logout: typeof auth.logout.mutate = async (input, options) => {
    await auth.logout.mutate(input, options).catch((error) => {
      if (error.status !== 401) throw error
    })
    endSession()
    events.emit({ event: 'signedOut', payload: { elsewhere: false } })
  }

  const change_password: typeof account.change_password.mutate = async (input, options) => {
    await account.change_password.mutate(input, options)
    // The service has begun a new session, so a jar that was saved before is of no use.
    events.emit({ event: 'refreshed', payload: { elsewhere: false } })
  }

  return {
    ...procedures,
    account: { ...account, change_password: { mutate: change_password } },
    auth: { ...auth, login: { mutate: login }, logout: { mutate: logout } },
    login: async (email, password, options) => (await login({ email, password }, options)).user,
    logout: (options) => logout(undefined, options),
    me: (options) => auth.me.query(undefined, options),
    pages: pagesOf(calls.query),
    on: events.on,
    live: liveStreams(open),
    exportClinic: ({ signal } = {}) =>
      transfer('/integration/v1/exports/', 'integration.export', signal ? { signal } : {}),
  }
}

/** Calls procedures by name and keeps the session, even for procedures that are not in {@link Procedures}. @internal */
export function createCalls({ url, batch, ...options }: CoverageClientOptions) {
  const service = serviceAt(url)
  const transport = createTransport(service, options)
  const events = createEvents(transport.page && `workforce-coverage ${service.origin}`)
  const session = createSession(transport, events)
  events.on('signedOut', ({ elsewhere }) => elsewhere && session.forget())
  events.on('signedIn', ({ elsewhere }) => elsewhere && session.begin())
  const send = batch ? inBatches(transport) : oneByOne(transport)

  const callBy =
    (kind: ProcedureKind): CallByName =>
    async (name, input = {}, given = {}) => {
      const { signal, timeoutMs, retries, maxThrottleSeconds } = limitsOf(given, options)
      const { ifMatch, onETag } = given
      const isSafe = kind === 'query' || reads.includes(name)
      const key = isSafe || retries === 0 || keyless.includes(name) ? undefined : newKey()
      const attempt = (signal: AbortSignal) => {
        const ask = () => send({ kind, name, input, signal, key, ifMatch, onETag })
        const inTurn = () =>
          session.inTurn(async () => {
            signal.throwIfAborted()
            // A fetch that ignores the signal would keep the turn.
            return unlessAborted(ask(), signal)
          })
        const repeated = isSafe || key ? retries : 0
        return retrying(() => session.keep(name === 'auth.login' ? inTurn : ask), repeated, signal)
      }
      try {
        return await waitingWhenThrottled(
          () => inTime({ signal, timeoutMs }, attempt),
          maxThrottleSeconds,
          signal,
        )
      } catch (thrown) {
        throw signal?.aborted ? aborted(signal, name) : failureOf(thrown, { procedure: name, isSafe })
      }
    }
  const calls: Calls = { query: callBy('query'), mutation: callBy('mutation') }
  const kept = (name: string, ask: () => Promise<Response>, signal?: AbortSignal) =>
    unlessAborted(session.keep(ask), signal).catch((thrown) => {
      throw signal?.aborted ? aborted(signal, name) : failureOf(thrown, { procedure: name, isSafe: true })
    })
  const openStream = opener(transport)
  const open: OpenStream = (name, input, signal) => kept(name, () => openStream(name, input, signal), signal)
  const carry = transferrer(transport)
  const transfer = (path: string, name: string, init: RequestInit) =>
    kept(name, () => carry(path, init), init.signal ?? undefined)
  return { calls, open, transfer, endSession: session.end, events, transport }
}

/** What cannot be answered again: a login has no caller yet, and a logout none any more. */
const keyless = ['auth.login', 'auth.logout']

const defaults = { timeoutMs: 60_000, retries: 2, secondsToWait: 60 }

function limitsOf(given: CallOptions, ofClient: Omit<CallOptions, 'signal'>) {
  const wait = given.waitWhenThrottled ?? ofClient.waitWhenThrottled ?? false
  return {
    signal: given.signal,
    timeoutMs: given.timeoutMs ?? ofClient.timeoutMs ?? defaults.timeoutMs,
    retries: given.retries ?? ofClient.retries ?? defaults.retries,
    maxThrottleSeconds: typeof wait === 'object' ? wait.atMostSeconds : Number(wait) * defaults.secondsToWait,
  }
}

function proceduresOf({ query, mutation }: Calls) {
  const resources = Object.entries(actions).map(([resource, names]) => {
    const calling = (call: CallByName, action: string) => (input: unknown, options?: CallOptions) =>
      call(`${resource}.${action}`, input, options)
    const members = [
      ...names.query.map((action) => [action, { query: calling(query, action) }]),
      ...names.mutation.map((action) => [action, { mutate: calling(mutation, action) }]),
    ]
    return [resource, Object.fromEntries(members)]
  })
  return Object.fromEntries(resources) as Procedures
}
