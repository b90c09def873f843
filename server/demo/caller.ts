import type { User } from '../../entities/accounts/user.ts'
import { appRouter } from '../../routers/app-router.ts'
import { csrfToken } from '../../routers/gate/csrf.ts'
import type { Services } from '../../routers/ports/context.ts'
import { cookieNames } from '../../routers/ports/cookies.ts'

export type Procedures = ReturnType<typeof procedures>

/** Ignores the headers of answers, because there is no HTTP. */
const noHeaders = { headersSent: true, destroyed: false, setHeader() {}, appendHeader() {} }

/** The service's procedures, called as the user at that moment, without HTTP. */
export function procedures(services: Services, user: User, at: Date) {
  const sessionId = `demo ${user.id}`
  const csrf = csrfToken(services.secrets[0], sessionId)
  return appRouter.createCaller(() => ({
    services: { ...services, clock: () => at },
    surface: 'trpc',
    language: 'en',
    id: 'demo',
    ip: '127.0.0.1',
    origin: 'http://localhost',
    cookies: { [cookieNames.csrf]: csrf },
    headers: { 'x-csrftoken': csrf },
    response: noHeaders,
    credentials: {
      state: 'valid',
      expires: Number.POSITIVE_INFINITY,
      userId: user.id,
      sessionId,
      epoch: user.session_epoch,
      authTime: 0,
    },
  }))
}
