import { createTRPCClientProxy, type TRPCUntypedClient } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { createCalls } from '../../../client/src/client.ts'
import type { ConsoleRouter } from '../../../routers/operator/router.ts'

const { call, endSession } = createCalls({ url: location.origin })

const calls = {
  query: (name: string, input: unknown, options?: object) => call('query', name, input, options),
  mutation: (name: string, input: unknown, options?: object) => call('mutation', name, input, options),
}

/** Every procedure of the operators' listener, typed by its router. Rejections are a `CoverageError`. */
export const api = createTRPCClientProxy<ConsoleRouter>(calls as unknown as TRPCUntypedClient<ConsoleRouter>)

/** Ends the session; no error when it had ended already. */
export async function signOut() {
  await api.auth.logout.mutate().catch((error) => {
    if (error.status !== 401) throw error
  })
  endSession()
}

/** What the procedures answer, by their names. */
export type Answers = inferRouterOutputs<ConsoleRouter>
export type OperatorAnswers = Answers['operator']
