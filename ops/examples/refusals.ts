import { demoUsers } from '../../server/demo/users.ts'
import type { Recording } from '../../server/openapi/examples.ts'
import { unknown } from './calls/stable.ts'
import { type Answer, type Caller, caller, serve } from './service.ts'

const login = '/api/v1/auth/login/'
const preview = '/api/v1/assignments/preview/'
const asText = { 'Content-Type': 'text/plain' }

/** The refusals that many operations share, by their names in the document. */
export async function recordRefusals(databaseUrl: string): Promise<Recording['refusals']> {
  return {
    ...(await at(databaseUrl, {}, async (call) => {
      const NotSignedIn = await refused(401, call('GET', '/api/v1/auth/me/'))
      await call('POST', login, { body: demoUsers.viewer })
      return {
        NotSignedIn,
        NotPermitted: await refused(403, call('POST', '/api/v1/tags/')),
        NotFound: await refused(404, call('GET', `/api/v1/tags/${unknown}/`)),
        TooLarge: await refused(413, call('POST', preview, { body: ' '.repeat(2 ** 21) })),
        NotJson: await refused(415, call('POST', preview, { body: 'text', headers: asText })),
      }
    })),
    ...(await at(databaseUrl, { THROTTLE_ANON: '1/minute' }, async (call) => {
      await call('GET', '/api/health/')
      const { detail } = (await refused(429, call('GET', '/api/health/'))) as { detail: string }
      // How much of the minute is left depends on how fast this machine is.
      return { Throttled: { detail: detail.replace(/\d+/, '60') } }
    })),
    ...(await at('postgresql://nobody@127.0.0.1:1/nothing', {}, async (call) => ({
      Unavailable: await refused(503, call('POST', login, { body: demoUsers.viewer })),
      Unhealthy: await refused(503, call('GET', '/api/health/')),
    }))),
  }
}

async function at<Result>(
  databaseUrl: string,
  env: Record<string, string>,
  work: (call: Caller) => Promise<Result>,
): Promise<Result> {
  const service = await serve(databaseUrl, env)
  try {
    return await work(caller(service.address))
  } finally {
    await service.stop()
  }
}

async function refused(status: number, answering: Promise<Answer>): Promise<unknown> {
  const answer = await answering
  if (answer.status !== status) throw new Error(`${status} is expected: ${JSON.stringify(answer)}`)
  return answer.body
}
