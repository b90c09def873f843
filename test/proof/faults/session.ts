import { setTimeout as sleep } from 'node:timers/promises'
import type { Answered, Ask } from './ask.ts'

type Credentials = { email: string; password: string }
type Work = {
  isOn: () => boolean
  ask: (kind: 'login' | 'refresh', asked: Ask) => Promise<Answered>
}

const refreshes = 3
const pause = 150

/**
 * Signs in and refreshes the session a few times, again and again. What is answered 503 is sent again with the same
 * token, so that a refusal that has cost the session shows as a 401.
 */
export async function useSession(credentials: Credentials, { isOn, ask }: Work) {
  while (isOn()) {
    const login = await ask('login', { method: 'POST', path: '/api/v1/auth/login/', body: credentials })
    let cookies = cookiesOf(login)
    for (let done = 0; cookies && done < refreshes && isOn(); ) {
      await sleep(pause)
      const answer = await ask('refresh', refreshWith(cookies))
      if (answer.status === 503) continue
      cookies = cookiesOf(answer)
      done++
    }
    await sleep(pause)
  }
}

/** Undefined unless it succeeded. */
const cookiesOf = ({ status, cookies }: Answered) =>
  status === 200 ? cookies.map((cookie) => cookie.split(';')[0] ?? '') : undefined

function refreshWith(cookies: string[]): Ask {
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? ''
  const headers = { cookie: cookies.join('; '), 'x-csrftoken': csrf }
  return { method: 'POST', path: '/api/v1/auth/token/refresh/', headers }
}
