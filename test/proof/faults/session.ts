import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../../../server/auth/passwords.ts'
import { execute } from '../../setup/stores/execute.ts'
import { type Answer, type Request, sendOnce } from '../calls/send.ts'
import type { Pair } from '../run/pair.ts'

type Source = { credentials: { email: string; password: string }; ended: Record<string, string> }
type Work = {
  isOn: () => boolean
  send: (kind: 'login' | 'refresh' | 'ended', asked: Request) => Promise<Answer>
}

const json = { 'content-type': 'application/json' }
export const signIn = (credentials: Source['credentials']) => ({
  method: 'POST',
  path: '/api/v1/auth/login/',
  headers: json,
  body: JSON.stringify(credentials),
})
const refresh = { method: 'POST', path: '/api/v1/auth/token/refresh/' }
const refreshes = 2
const pause = 100

/**
 * Signs in and refreshes the session a few times, again and again. A refresh that is answered 503 is repeated with the
 * same token, so that a 503 that has cost the session shows as a 401.
 */
export async function useSession({ credentials, ended }: Source, { isOn, send }: Work) {
  while (isOn()) {
    const login = await send('login', signIn(credentials))
    let cookies = cookiesOf(login)
    for (let done = 0; cookies && done < refreshes && isOn(); ) {
      await sleep(pause)
      const headers = headersWith(cookies)
      const answer = await send('refresh', { ...refresh, headers })
      if (answer.status === 503) continue
      cookies = cookiesOf(answer)
      done++
    }
    await send('ended', { ...refresh, headers: ended })
    await sleep(pause)
  }
}

/** Adds an ADMIN who can sign in; returns the headers of a signed-in browser of theirs. */
export async function userWithPassword(pair: Pair, { email, password }: Source['credentials']) {
  const headers = await pair.signIn('ADMIN', { email })
  await execute(pair.ownerUrl, 'update users set password_hash = $1 where email = $2', [
    await hashPassword(password),
    email,
  ])
  return headers
}

/** Signs in and out; returns the headers of the session that has ended. */
export async function endedSession(url: string, credentials: Source['credentials']) {
  const login = await sendOnce(url, signIn(credentials))
  const headers = headersWith(cookiesOf(login) ?? [])
  await sendOnce(url, { method: 'POST', path: '/api/v1/auth/logout/', headers })
  return headers
}

/** Undefined unless it succeeded. */
const cookiesOf = ({ status, headers }: Answer) =>
  status === 200 ? headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '') : undefined

function headersWith(cookies: string[]) {
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? ''
  return { cookie: cookies.join('; '), 'x-csrftoken': csrf }
}
