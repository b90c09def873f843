import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { User } from '../../entities/user.ts'
import { appRouter } from '../../routers/app-router.ts'
import type { Services } from '../../routers/gate/context.ts'
import { cookieNames } from '../../routers/gate/cookies.ts'
import { csrfToken } from '../../routers/gate/csrf.ts'

export type Procedures = ReturnType<typeof procedures>

/** The service's own procedures, called in the name of a user as if a request had come in at that moment. */
export function procedures(services: Services, user: User, at: Date) {
  const sessionId = `demo ${user.id}`
  const csrf = csrfToken(services.csrfSecret, sessionId)
  return appRouter.createCaller({
    services: { ...services, clock: () => at },
    surface: 'trpc',
    id: 'demo',
    ip: '127.0.0.1',
    origin: 'http://localhost',
    cookies: { [cookieNames.csrf]: csrf },
    headers: { 'x-csrftoken': csrf },
    response: new ServerResponse(new IncomingMessage(new Socket())),
    credentials: { state: 'valid', userId: user.id, sessionId, epoch: user.session_epoch },
  })
}
