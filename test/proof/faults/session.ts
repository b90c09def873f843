import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, type Ask, ask } from './ask.ts'

type Source = { credentials: { email: string; password: string }; ended: Record<string, string> }
type Work = {
  isOn: () => boolean
  send: (kind: 'login' | 'refresh' | 'ended', asked: Ask) => Promise<Answered>
}

const refresh = { method: 'POST', path: '/api/v1/auth/token/refresh/' }
const refreshes = 2
const pause = 100

/**
 * Signs in and refreshes the session a few times, again and again. A refresh that is answered 503 is repeated with the
 * same token, so that a 503 that has cost the session shows as a 401.
 */
export async function useSession({ credentials, ended }: Source, { isOn, send }: Work) {
  while (isOn()) {
    const login = await send('login', { method: 'POST', path: '/api/v1/auth/login/', body: credentials })
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

/** Signs in and out; returns the headers of the session that has ended. */
export async function endedSession(url: string, credentials: Source['credentials']) {
  const login = await ask(url, { method: 'POST', path: '/api/v1/auth/login/', body: credentials })
  const headers = headersWith(cookiesOf(login) ?? [])
  await ask(url, { method: 'POST', path: '/api/v1/auth/logout/', headers })
  return headers
}

/** Undefined unless it succeeded. */
const cookiesOf = ({ status, cookies }: Answered) =>
  status === 200 ? cookies.map((cookie) => cookie.split(';')[0] ?? '') : undefined

function headersWith(cookies: string[]) {
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? ''
  return { cookie: cookies.join('; '), 'x-csrftoken': csrf }
}
