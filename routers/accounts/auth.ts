import { z } from 'zod'
import { keepLoginAddress } from '../../entities/accounts/login-address.ts'
import { User } from '../../entities/accounts/user.ts'
import type { Caller } from '../../entities/accounts/users.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { roles } from '../../src/accounts/permissions.ts'
import { checkUnchanged } from '../endpoints/conditional.ts'
import { endpoint, lockOne } from '../endpoints/resource.ts'
import { rest } from '../gate/meta.ts'
import { publicProcedure, refreshProcedure, router } from '../gate/procedure.ts'
import { addressKey } from '../gate/throttling/address.ts'
import { guardedLogin } from '../gate/throttling/login-attempts.ts'
import type { ProcedureContext, RequestContext } from '../ports/context.ts'
import { permissionDenied, RefreshTokenReused, WireError } from '../ports/refusals.ts'
import type { Claims, OpenedSession } from '../ports/sessions.ts'
import { email, password } from '../schema/fields.ts'
import { bodyOf, named, orNull, output } from '../schema/output.ts'

const SignedInUser = named('User', 'The user who is signed in.', {
  sub: output.id('The user’s id, by its name in OpenID Connect.'),
  email: output.text('The email with which the user signs in, ignoring case.'),
  given_name: output.text('The user’s given name; may be blank.'),
  family_name: output.text('The user’s family name; may be blank.'),
  role: output.choice(roles, 'What the user may do.'),
  email_verified: output.boolean('Whether the email is known to belong to the user.'),
  is_staff: output.boolean('Whether the user may open the operators’ console.'),
})

const signedInUser = (user: User | Caller) => ({
  sub: user.id,
  email: user.email,
  given_name: user.given_name,
  family_name: user.family_name,
  role: user.role,
  email_verified: user.email_verified,
  is_staff: user.is_staff,
})

const PersonalData = SignedInUser.pick({ email: true, given_name: true, family_name: true, role: true })
  .extend({
    date_joined: output.instant('When the account was created.'),
    last_login: orNull.instant('When the user last signed in; null if never.'),
  })
  .meta({ id: 'PersonalData', description: 'What the service stores about a user.' })

/** In characters; bounded because hashing takes time. */
export const longestPassword = 4096

/** Where a session is used from, as operators and its user see it. */
export const seen = ({ ip, headers, now }: Pick<ProcedureContext, 'ip' | 'headers' | 'now'>) => ({
  address: ip,
  userAgent: headers['user-agent'],
  now,
})

type Login = RequestContext & { now: Date }

/** Records a login and its address, ends the sessions that were in use before, and sets the cookies of the new one. */
export async function beginSession(
  ctx: Login,
  { user, claims, cookies }: OpenedSession,
  before: readonly (InUse | undefined)[],
) {
  const { log, orm, securityLog, sessionRecords } = ctx.services
  await keepLoginAddress(orm.em.fork(), user.id, { address: addressKey(ctx.ip), now: ctx.now }).catch((err) =>
    log.warn({ err }, 'could not store the address of a login'),
  )
  securityLog.record('login', ctx, { user: user.id })
  const ended = before.map((session) => session && endPresented(ctx, session))
  await Promise.all([...ended, sessionRecords.keep(claims, seen(ctx))])
  ctx.response.appendHeader('Set-Cookie', cookies)
}

type InUse = Pick<Claims, 'userId' | 'sessionId'>

/** The session whose cookies came with the request, if it could still be used or refreshed. */
export function sessionInUse({ credentials }: Pick<RequestContext, 'credentials'>): InUse | undefined {
  const isKnown = credentials.state === 'valid' || credentials.state === 'expired'
  return isKnown ? { userId: credentials.userId, sessionId: credentials.sessionId } : undefined
}

/** Ends the session whose cookies came with a login (D48); the login succeeds even if that fails. */
async function endPresented(ctx: RequestContext, { sessionId, userId }: InUse) {
  const { log, securityLog, sessions } = ctx.services
  try {
    if (await sessions.isEnded(sessionId)) return
    securityLog.record('session_end', ctx, { target: userId })
    await sessions.end(sessionId)
  } catch (err) {
    log.warn({ err }, 'could not end the previous session of a browser that logged in')
  }
}

export const authRouter = router({
  login: publicProcedure
    .meta(
      rest('POST /api/v1/auth/login/', 'public', {
        summary: 'Sign in',
        description:
          'Exchanges the credentials for the cookies `access_token`, `refresh_token` and `csrftoken`. If the request carries the cookies of another session, that one ends. Needs no session.',
        throttle: 'login',
      }),
    )
    .input(
      bodyOf(SignedInUser.shape, {
        email: email(),
        password: password(longestPassword).describe('The password; never trimmed.'),
      }),
    )
    .output(z.object({ user: SignedInUser }))
    .mutation(async ({ ctx, input }) => {
      if (ctx.credentials.state === 'token') throw permissionDenied()
      const { sessions } = ctx.services
      const login = (temporaryOnly: boolean) =>
        sessions.login(ctx.em.fork(), { ...input, temporaryOnly }, ctx.now)
      const opened = await guardedLogin(ctx, input.email, login)
      const { user } = opened
      await beginSession(ctx, opened, [sessionInUse(ctx)])
      // The contract's body has no place for it.
      const expires = user.password_expires_at?.toISOString()
      if (expires) ctx.response.setHeader('X-Password-Expires', expires)
      return { user: signedInUser(user) }
    }),

  logout: endpoint('POST /api/v1/auth/logout/', 'person', {
    summary: 'Sign out',
    description: 'Ends the session and clears its cookies.',
    throttle: 'logout',
    status: 204,
  })
    .output(z.void())
    .mutation(async ({ ctx }) => {
      const { cookies, securityLog, sessions } = ctx.services
      ctx.response.appendHeader('Set-Cookie', cookies.cleared())
      // Before the end, which is 503 without Redis, but then holds too (D21).
      securityLog.record('logout', ctx)
      await sessions.end(ctx.caller.sessionId)
    }),

  me: endpoint('GET /api/v1/auth/me/', 'authenticated', {
    summary: 'Show the signed-in user',
    description: 'With the role, which decides what the user may do.',
    isObject: true,
  })
    .output(SignedInUser)
    .query(({ ctx }) => signedInUser(ctx.caller)),

  deactivate: endpoint('POST /api/v1/auth/me/deactivate/', 'person', {
    summary: 'Deactivate your own account',
    description: 'Ends all sessions of the user. The record and everything that belongs to it are kept.',
    status: 204,
  })
    .output(z.void())
    .mutation(async ({ ctx }) => {
      await transaction(ctx, async (em) => {
        const user = await lockOne(em, User, { id: ctx.caller.id })
        await checkUnchanged(ctx, SignedInUser, () => signedInUser(user))
        user.deactivate()
      })
      ctx.services.securityLog.record('session_end', ctx, { target: ctx.caller.id })
      ctx.response.appendHeader('Set-Cookie', ctx.services.cookies.cleared())
    }),

  export: endpoint('GET /api/v1/auth/me/export/', 'authenticated', {
    summary: 'Download your own personal data',
    description: 'As the file `my-data.json`.',
  })
    .output(PersonalData)
    .query(({ ctx }) => {
      ctx.response.setHeader('Content-Disposition', 'attachment; filename="my-data.json"')
      ctx.services.securityLog.record('personal_data_export', ctx)
      return ctx.caller
    }),
})

/** Over REST only: the refresh cookie's path never reaches tRPC (D18). */
export const refreshRouter = router({
  refresh: refreshProcedure
    .meta(
      rest('POST /api/v1/auth/token/refresh/', 'public', {
        summary: 'Renew the cookies',
        description:
          'Reads the `refresh_token` cookie, which can be used once. Of two simultaneous calls one wins; the other gets 401 and keeps the cookies of the winner. Using a token again more than ten seconds later ends its session, unless an `Idempotency-Key` shows that its answer was lost. A session lasts thirty days at most.',
      }),
    )
    .output(z.object({ message: output.text('Says that the cookies were renewed.') }))
    .mutation(async ({ ctx }) => {
      const { securityLog, sessionRecords, sessions } = ctx.services
      const about = { user: ctx.refresh.userId }
      const { claims, cookies } = await sessions
        .refresh(ctx.em.fork(), ctx.refresh, ctx.now)
        .catch((error) => {
          if (error instanceof RefreshTokenReused) securityLog.record('reuse', ctx, about)
          else if (error instanceof WireError && error.code === 'NOT_AUTHENTICATED')
            securityLog.record('failed_refresh', ctx, about)
          throw error
        })
      securityLog.record('refresh', ctx, about)
      await sessionRecords.keep(claims, seen(ctx))
      ctx.response.appendHeader('Set-Cookie', cookies)
      return { message: 'Token refreshed.' }
    }),
})
