import { closedAfterAll } from '../../setup/fixture.ts'
import { cancellationTests } from './cancellation.ts'
import { clientsOf, type Setup } from './clients.ts'
import { errorTests } from './errors.ts'
import { jarTests } from './jars.ts'
import { listTests } from './lists.ts'
import { sessionTests } from './sessions.ts'
import { throttlingTests } from './throttling.ts'

const limits = { THROTTLE_USER: '3/second', THROTTLE_ANON: '1/hour', THROTTLE_TOKEN_REFRESH: '1/hour' }

/** The client's behaviour in Node, on services that `start` starts with extra environment variables. */
export async function clientSuite(start: (env?: Record<string, string>) => Promise<Setup>): Promise<void> {
  const started = async (env?: Record<string, string>) => {
    const setup = await start(env)
    closedAfterAll(setup.service)
    return clientsOf(setup)
  }
  const clients = await started()
  sessionTests(clients)
  jarTests(clients)
  errorTests(clients)
  listTests(clients)
  cancellationTests(clients)
  throttlingTests(await started(limits))
}
