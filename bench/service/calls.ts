import { issueToken } from '../../entities/accounts/machine-token.ts'
import { newMachine } from '../../entities/accounts/machines.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { connect } from '../../entities/orm.ts'
import { csrfToken } from '../../routers/gate/csrf.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { theService } from '../../src/logs/audit.ts'

export type Headers = Record<string, string>

export type BenchCall = {
  method: 'GET' | 'POST'
  path: string
  body?: Record<string, unknown> | undefined
  /** Beside those that every call has. */
  headers?: Headers
}

/** What a measured service signs tokens with. */
export const benchSecret = 'a secret of the benchmark, thirty-two bytes'

/** The headers of a signed-in browser, sent with every call. */
export function signedIn(secret: string, userId: string): Headers {
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

/** The headers of a new machine, sent with every call. */
export async function ofMachine(databaseUrl: string): Promise<Headers> {
  await using orm = connect(databaseUrl, { max: 1 })
  const at = new Date()
  const { text } = await transaction({ em: orm.em, author: theService(at) }, async (em) => {
    const machine = await newMachine(em, { name: 'The machine of the benchmark', role: 'ADMIN' }, at)
    return issueToken(em, machine, { at, days: 1 })
  })
  return { authorization: `Bearer ${text}`, 'content-type': 'application/json' }
}
