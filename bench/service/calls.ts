import { csrfToken } from '../../routers/gate/csrf.ts'
import { createTokens } from '../../server/auth/tokens.ts'

export type BenchCall = { method: 'GET' | 'POST'; path: string; body?: Record<string, unknown> }

/** The headers of a signed-in browser, sent with every call. */
export function signedIn(secret: string, userId: string): Record<string, string> {
  const sessionId = 'the-session-of-the-benchmark'
  const authTime = Math.floor(Date.now() / 1000)
  const token = createTokens([secret], () => new Date()).access({ userId, sessionId, epoch: 0, authTime })
  const csrf = csrfToken(secret, sessionId)
  return {
    cookie: `access_token=${token}; csrftoken=${csrf}`,
    'x-csrftoken': csrf,
    'content-type': 'application/json',
  }
}
