const csrfToken = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? ''

/** A `fetch` that repeats the CSRF token, and renews a session whose access token has expired. */
export async function send(url, request = {}) {
  const attempt = () => fetch(url, { ...request, headers: { ...request.headers, ...tokenFor(request) } })
  const answer = await attempt()
  if (answer.status !== 401 || !csrfToken() || !(await renew())) return answer
  return attempt()
}

const tokenFor = ({ method = 'GET' }) => (method === 'GET' ? {} : { 'X-CSRFToken': csrfToken() })

let isOver = false
let renewal

/** Renews the session, once for all calls that wait for it; false once it is over. */
async function renew() {
  if (isOver) return false
  renewal ??= fetch('/api/v1/auth/token/refresh/', { method: 'POST', headers: tokenFor({ method: 'POST' }) })
  const { ok } = await renewal
  renewal = undefined
  isOver = !ok
  return ok
}

/** Says in the element whom the requests act for. */
export async function showSession(element) {
  isOver = false
  const answer = await send('/trpc/operator.system.viewer').catch(() => undefined)
  element.replaceChildren(...(await wordsFor(answer)))
}

async function wordsFor(answer) {
  if (answer?.ok) {
    const { given_name, family_name, role } = (await answer.json()).result.data
    const name = `${given_name} ${family_name} (${role})`
    return [`Signed in as ${name}. What you try out here runs on the live service, in your name.`]
  }
  if (answer?.status === 401)
    return [signIn, ' to try out requests. They run on the live service, in your name.']
  if (answer?.status === 403)
    return ['You are not a member of staff, so requests from this page are refused.']
  return ['The service cannot say who you are at the moment. ', status]
}

const link = (href, text) => Object.assign(document.createElement('a'), { href, textContent: text })
const signIn = link('/', 'Sign in to the console')
const status = link('/status', 'See its status.')
