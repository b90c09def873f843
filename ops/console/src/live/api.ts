import { createTRPCClientProxy, type TRPCUntypedClient } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { createCalls } from '../../../../client/src/client.ts'
import type { CoverageError } from '../../../../client/src/contract/error.ts'
import { liveOf } from '../../../../client/src/live.ts'
import type { ConsoleRouter } from '../../../../routers/console/router.ts'
import { language } from '../language/language.ts'

// Calls are not retried: pages refresh by themselves, and should show an outage at once.
const { calls, open, endSession, events } = createCalls({
  url: location.origin,
  retries: 0,
  headers: () => ({ 'Accept-Language': language() }),
})

/** Every procedure of the ops port, typed by its router. Rejects with a `CoverageError`. */
export const api = createTRPCClientProxy<ConsoleRouter>(calls as unknown as TRPCUntypedClient<ConsoleRouter>)

/** Changes of positions and assignments, as they are committed. */
export const live = liveOf({ open })

/** Calls the listener when a call finds that the session has ended. */
export const onSessionEnded = (listener: () => void) => events.on('sessionEnded', listener)

/** Ends the session; no error if it has already ended. */
export async function signOut() {
  await api.auth.logout.mutate().catch((error) => {
    if (error.status !== 401) throw error
  })
  endSession()
}

/** The procedures' answers, by name. */
export type Answers = inferRouterOutputs<ConsoleRouter>
export type OperatorAnswers = Answers['operator']

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CoverageError
  }
}
