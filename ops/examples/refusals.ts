import { demoUsers } from '../../server/demo/users.ts'
import type { Recording } from '../../server/openapi/examples.ts'
import { unknown } from './calls/stable.ts'
import { type Answer, caller, withService } from './service.ts'

const login = '/api/v1/auth/login/'
const deactivate = '/api/v1/auth/me/deactivate/'
const preview = '/api/v1/assignments/preview/'
const ofAnother = { 'If-Match': '"another"' }
const asText = { 'Content-Type': 'text/plain' }

/** The refusals that many operations share, by their names in the document. */
export async function recordRefusals(databaseUrl: string): Promise<Recording['refusals']> {
  return {
    ...(await withService(databaseUrl, {}, async (address) => {
      const call = caller(address)
      const NotSignedIn = await refused(401, call('GET', '/api/v1/auth/me/'))
      await call('POST', login, { body: demoUsers.viewer })
      return {
        NotSignedIn,
        NotPermitted: await refused(403, call('POST', '/api/v1/tags/')),
        NotFound: await refused(404, call('GET', `/api/v1/tags/${unknown}/`)),
        Changed: await refused(412, call('POST', deactivate, { headers: ofAnother })),
        TooLarge: await refused(413, call('POST', preview, { body: ' '.repeat(2 ** 21) })),
        NotJson: await refused(415, call('POST', preview, { body: 'text', headers: asText })),
      }
    })),
    ...(await withService(databaseUrl, { THROTTLE_ANON: '1/minute' }, async (address) => {
      const call = caller(address)
      await call('GET', '/api/health/')
      const { detail } = (await refused(429, call('GET', '/api/health/'))) as { detail: string }
      // How much of the minute is left depends on how fast this machine is.
      return { Throttled: { detail: detail.replace(/\d+/, '60') } }
    })),
    ...(await withService('postgresql://nobody@127.0.0.1:1/nothing', {}, async (address) => ({
      Unavailable: await refused(503, caller(address)('POST', login, { body: demoUsers.viewer })),
      Unhealthy: await refused(503, caller(address)('GET', '/api/health/')),
    }))),
  }
}

async function refused(status: number, answering: Promise<Answer>): Promise<unknown> {
  const answer = await answering
  if (answer.status !== status) throw new Error(`${status} is expected: ${JSON.stringify(answer)}`)
  return answer.body
}
