import { createTRPCClientProxy, type TRPCUntypedClient } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { createCalls } from '../../../../client/src/client.ts'
import type { CoverageError } from '../../../../client/src/contract/error.ts'
import type { CallOptions } from '../../../../client/src/contract/wire.ts'
import { liveStreams } from '../../../../client/src/transport/live-streams.ts'
import type { ConsoleRouter } from '../../../../routers/console/router.ts'
import { language } from '../language/language.ts'

// Calls are not retried: pages refresh by themselves, and should show an outage at once.
const { calls, open, transfer, endSession, events } = createCalls({
  url: location.origin,
  retries: 0,
  headers: () => ({ 'Accept-Language': language() }),
})

/** What a call passes on in its `context`, because tRPC's type of its options has no place of its own for it. */
export type Condition = { context: Pick<CallOptions, 'ifMatch' | 'onETag'> }

const withContext =
  (call: typeof calls.query): typeof calls.query =>
  (name, input, options: CallOptions & Partial<Condition> = {}) =>
    call(name, input, { ...options, ...options.context })

/** Every procedure of the ops port, typed by its router. Rejects with a `CoverageError`. */
export const api = createTRPCClientProxy<ConsoleRouter>({
  query: withContext(calls.query),
  mutation: withContext(calls.mutation),
} as unknown as TRPCUntypedClient<ConsoleRouter>)

/** Sends files over REST, as the procedure of the name takes them. */
export const send = async (path: string, name: string, init: RequestInit) =>
  (await transfer(path, name, { method: 'POST', ...init })).json()

/** Changes of positions and assignments, as they are committed. */
export const live = liveStreams(open)

/** Calls the listener when a call finds that the session has ended, or another tab has ended it. */
export function onSessionEnded(listener: () => void) {
  events.on('sessionEnded', listener)
  events.on('signedOut', ({ elsewhere }) => elsewhere && listener())
}

/** Ends the session; no error if it has already ended. */
export async function signOut() {
  await api.auth.logout.mutate().catch((error) => {
    if (error.status !== 401) throw error
  })
  endSession()
  events.emit({ event: 'signedOut', payload: { elsewhere: false } })
}

/** The procedures' answers, by name. */
export type Answers = inferRouterOutputs<ConsoleRouter>
export type OperatorAnswers = Answers['operator']

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CoverageError
  }
}
