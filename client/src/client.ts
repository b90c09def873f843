import { createTRPCUntypedClient, httpBatchLink, httpLink } from '@trpc/client'
import type { CookieJar } from './cookie-jar.ts'
import { refusal, toCoverageError } from './error.ts'
import { unlessAborted, waitingWhenThrottled } from './patience.ts'
import { actions, lists, type Page, type Pages, type Procedures, type User } from './procedures.ts'
import { createSession } from './session.ts'
import { createTransport, type Transport } from './transport.ts'
import type { CallOptions } from './wire.ts'

export type CoverageClientOptions = {
  /** Where the service is, such as `https://coverage.clinic.example`: `/trpc` and `/api` lie below. */
  url: string
  /** After a 429, wait as long as the service asks and repeat; `atMostSeconds` limits the waits of a call together. */
  waitWhenThrottled?: boolean | { atMostSeconds: number } | undefined
  /** Send calls made at the same time in one request. The service still counts each of them. */
  batch?: boolean | undefined
  /** Keeps the cookies outside browsers; a new jar by default. */
  cookies?: CookieJar | undefined
  /** Instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

/** The service's procedures, with sign-in and sign-out. Every rejection is a `CoverageError`. */
export type CoverageClient = Procedures & {
  login(email: string, password: string, options?: CallOptions): Promise<User>
  /** Ends the session; no error if it has already ended. */
  logout(options?: CallOptions): Promise<void>
  me(options?: CallOptions): Promise<User>
  /** The rows of every list, fetched page by page as they are read: 100 at a time unless `page_size` is given. */
  pages: Pages
}

type Call = (name: string, input: unknown, options?: CallOptions) => Promise<unknown>
type Calls = Record<'query' | 'mutation', Call>

/** A client for one user of the service. Nobody is signed in until `login` is called. */
export function createCoverageClient(options: CoverageClientOptions): CoverageClient {
  const { calls, endSession } = createCalls(options)
  const procedures = proceduresOf(calls)
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
    pages: pagesOf(calls.query),
  }
}

/** Calls by name that keep the session, also for procedures beyond {@link Procedures}. @internal */
export function createCalls(options: CoverageClientOptions): { calls: Calls; endSession(): void } {
  const base = options.url.replace(/\/+$/, '')
  const transport = createTransport(new URL(base), options.fetch, options.cookies)
  const session = createSession(base, transport)
  const http = { url: `${base}/trpc`, fetch: answeringInJson(transport) }
  const link = options.batch ? httpBatchLink({ ...http, ...batchLimits }) : httpLink(http)
  const trpc = createTRPCUntypedClient({ links: [link] })
  const patience = secondsOf(options.waitWhenThrottled)

  const callBy =
    (kind: keyof Calls): Call =>
    (name, input, { signal } = {}) => {
      // Lists need an object even where the caller leaves the input out.
      const once = () => trpc[kind](name, input ?? {}, { signal })
      const whole = waitingWhenThrottled(() => session.keep(once), patience, signal)
      return unlessAborted(whole, signal).catch((thrown) => {
        throw toCoverageError(thrown, signal)
      })
    }
  return { calls: { query: callBy('query'), mutation: callBy('mutation') }, endSession: session.end }
}

/** Anything but JSON comes from a proxy in between, and tRPC would lose its status. */
function answeringInJson({ fetch }: Transport) {
  const send = async (address: string, init?: RequestInit) => {
    const response = await fetch(address, init)
    if (response.headers.get('content-type')?.startsWith('application/json')) return response
    throw refusal({ status: response.status, headers: response.headers })
  }
  return send as typeof globalThis.fetch
}

/** The service's limit of calls per request, and a length of URL that proxies accept. */
const batchLimits = { maxItems: 100, maxURLLength: 4000 }

function secondsOf(wait: CoverageClientOptions['waitWhenThrottled']) {
  if (typeof wait === 'object') return wait.atMostSeconds
  return wait ? Number.POSITIVE_INFINITY : 0
}

function proceduresOf({ query, mutation }: Calls) {
  const resources = Object.entries(actions).map(([resource, names]) => {
    const calling = (call: Call, action: string) => (input: unknown, options?: CallOptions) =>
      call(`${resource}.${action}`, input, options)
    const members = [
      ...names.query.map((action) => [action, { query: calling(query, action) }]),
      ...names.mutation.map((action) => [action, { mutate: calling(mutation, action) }]),
    ]
    return [resource, Object.fromEntries(members)]
  })
  return Object.fromEntries(resources) as Procedures
}

function pagesOf(query: Call) {
  const iterators = Object.entries(lists).map(([list, name]) => [
    list,
    (input?: object, options?: CallOptions) =>
      rows((page) => query(name, { page_size: 100, ...input, page }, options)),
  ])
  return Object.fromEntries(iterators) as Pages
}

async function* rows(fetchPage: (page: number) => Promise<unknown>) {
  for (let page = 1; ; page++) {
    const answer = (await fetchPage(page).catch((error) => {
      // The list has become shorter since the previous page was read.
      if (page > 1 && error.status === 404) return []
      throw error
    })) as Page<unknown> | unknown[]
    if (Array.isArray(answer)) return yield* answer
    yield* answer.results
    if (!answer.next) return
  }
}
