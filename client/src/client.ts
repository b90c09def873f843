import { createTRPCUntypedClient, httpBatchLink, httpLink } from '@trpc/client'
import type { CookieJar } from './cookie-jar.ts'
import { refusal, toCoverageError } from './error.ts'
import { unlessAborted, waitingWhenThrottled } from './patience.ts'
import { kinds, lists, type Pages, type Procedures, type User } from './procedures.ts'
import { createSession } from './session.ts'
import { createTransport, type Transport } from './transport.ts'
import type { CallOptions, Page } from './wire.ts'

export type CoverageClientOptions = {
  /** Where the service is, such as `https://coverage.clinic.example`: `/trpc` and `/api` lie below. */
  url: string
  /** Wait and repeat when throttled, as long as the service asks for, or at most so long in all; else a 429 is an error. */
  waitWhenThrottled?: boolean | { atMostSeconds: number } | undefined
  /** Send the calls of one moment in one request. The service counts each of them all the same. */
  batch?: boolean | undefined
  /** Keeps the cookies; a jar of its own unless given, and in a browser the browser. */
  cookies?: CookieJar | undefined
  /** Instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

/** The service's procedures, and what signs in and out. Every rejection is a `CoverageError`. */
export type CoverageClient = Procedures & {
  login(email: string, password: string, options?: CallOptions): Promise<User>
  /** Ends the session; no error when it had ended already. */
  logout(options?: CallOptions): Promise<void>
  me(options?: CallOptions): Promise<User>
  /** The rows of every list, fetched page by page as they are read: 100 at a time unless `page_size` is given. */
  pages: Pages
}

type Kind = 'query' | 'mutation'
type Call = (kind: Kind, name: string, input: unknown, options?: CallOptions) => Promise<unknown>

/** A client for one user of the service. It signs nobody in by itself; see `login`. */
export function createCoverageClient(options: CoverageClientOptions): CoverageClient {
  const { call, endSession } = createCalls(options)
  const procedures = proceduresOf(call)
  const { auth } = procedures
  return {
    ...procedures,
    login: async (email, password, options) => (await auth.login.mutate({ email, password }, options)).user,
    async logout(options) {
      await auth.logout.mutate(undefined, options).catch((error) => {
        if (error.status !== 401) throw error
      })
      endSession()
    },
    me: (options) => auth.me.query(undefined, options),
    pages: pagesOf(call),
  }
}

/** Calls by name that keep the session: for procedures beyond {@link Procedures}, such as the console's. @internal */
export function createCalls(options: CoverageClientOptions): { call: Call; endSession(): void } {
  const base = options.url.replace(/\/+$/, '')
  const transport = createTransport(new URL(base), options.fetch, options.cookies)
  const session = createSession(base, transport)
  const http = { url: `${base}/trpc`, fetch: answeringInJson(transport) }
  const link = options.batch ? httpBatchLink({ ...http, ...batchLimits }) : httpLink(http)
  const trpc = createTRPCUntypedClient({ links: [link] })
  const patience = secondsOf(options.waitWhenThrottled)

  const call: Call = (kind, name, input, { signal } = {}) => {
    // Lists take an object, if an empty one, where the caller may leave the input out.
    const once = () => trpc[kind](name, input ?? {}, { signal })
    const whole = waitingWhenThrottled(() => session.keep(once), patience, signal)
    return unlessAborted(whole, signal).catch((thrown) => {
      throw toCoverageError(thrown, signal)
    })
  }
  return { call, endSession: session.end }
}

/** Anything but JSON comes from a proxy on the way, and tRPC would lose its status. */
function answeringInJson({ fetch }: Transport) {
  const send = async (address: string, init?: RequestInit) => {
    const response = await fetch(address, init)
    if (response.headers.get('content-type')?.startsWith('application/json')) return response
    throw refusal(response.status, undefined, response.headers)
  }
  return send as typeof globalThis.fetch
}

/** What the service takes in one request, and what proxies take in one address. */
const batchLimits = { maxItems: 100, maxURLLength: 4000 }

function secondsOf(wait: CoverageClientOptions['waitWhenThrottled']) {
  if (typeof wait === 'object') return wait.atMostSeconds
  return wait ? Number.POSITIVE_INFINITY : 0
}

function proceduresOf(call: Call) {
  const resources = Object.entries(kinds).map(([resource, actions]) => {
    const members = Object.entries(actions).map(([action, kind]) => {
      const make = (input: unknown, options?: CallOptions) =>
        call(kind as Kind, `${resource}.${action}`, input, options)
      return [action, kind === 'query' ? { query: make } : { mutate: make }]
    })
    return [resource, Object.fromEntries(members)]
  })
  return Object.fromEntries(resources) as Procedures
}

function pagesOf(call: Call) {
  const iterators = Object.entries(lists).map(([list, name]) => [
    list,
    (input?: object, options?: CallOptions) => rows(call, name, input, options),
  ])
  return Object.fromEntries(iterators) as Pages
}

async function* rows(call: Call, name: string, input: object | undefined, options: CallOptions | undefined) {
  for (let page = 1; ; page++) {
    const found = call('query', name, { page_size: 100, ...input, page }, options)
    const answer = (await found.catch((error) => {
      // The list has become shorter meanwhile, so that this page is no more.
      if (page > 1 && error.status === 404) return []
      throw error
    })) as Page<unknown> | unknown[]
    if (Array.isArray(answer)) return yield* answer
    yield* answer.results
    if (!answer.next) return
  }
}
