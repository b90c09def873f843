import type { Request, Response } from 'express'
import { readToken, tokenPrefix } from '../../entities/accounts/machine-token.ts'
import { canonicalAddress } from '../../routers/gate/throttling/address.ts'
import type { RequestContext, Services, Surface } from '../../routers/ports/context.ts'
import { cookieNames } from '../../routers/ports/cookies.ts'
import type { Credentials } from '../../routers/ports/sessions.ts'
import type { Language } from '../../src/language.ts'

/** The longest address that columns store; a proxy may send anything instead of an address. */
const longestAddress = 100

/** Makes the context that procedures get for an HTTP request. */
export const requestContext =
  (services: Services, surface: Surface) =>
  async (req: Request, res: Response): Promise<RequestContext> => {
    const token = await machineTokenIn(req.headers.authorization, services)
    // A token is sent on purpose, so cookies beside it say nothing (D56).
    const cookies = token ? {} : textCookies(req.cookies)
    return {
      services,
      surface,
      language: 'en',
      id: String(res.getHeader('X-Request-Id')),
      ip: canonicalAddress(req.ip ?? '').slice(0, longestAddress),
      origin: `${/^https$/i.test(req.protocol) ? 'https' : 'http'}://${req.host}`,
      cookies,
      headers: req.headers,
      response: res,
      credentials: token ?? (await services.sessions.read(cookies[cookieNames.access])),
    }
  }

/** The user whose token the request brings, else its address. */
export const callerOf = ({ credentials, ip }: RequestContext) =>
  'userId' in credentials ? credentials.userId : ip

/** The token of a machine; any other bearer token is ignored (D56). */
async function machineTokenIn(authorization = '', { sessions }: Services): Promise<Credentials | undefined> {
  const [, text] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (text?.startsWith(tokenPrefix)) return { state: 'token', key: readToken(text) }
  return text === undefined ? undefined : sessions.readBearer?.(text)
}

const names = Object.values(cookieNames)

/** cookie-parser turns a value that starts with `j:` into an object, which is never a cookie of this service. */
function textCookies(parsed: Record<string, unknown>) {
  const cookies: RequestContext['cookies'] = {}
  for (const name of names) {
    const value = parsed[name]
    cookies[name] = typeof value === 'string' ? value : undefined
  }
  return cookies
}

type Asking = { acceptsLanguages(...languages: string[]): string | false }

/** The language that the browser prefers, of those that pages and the console have. */
export const languageOf = (req: Asking): Language => (req.acceptsLanguages('en', 'es') || 'en') as Language
