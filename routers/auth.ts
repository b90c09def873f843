import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import type { Caller } from '../entities/reads/users.ts'
import { transaction } from '../entities/transaction.ts'
import { User } from '../entities/user.ts'
import { DomainError } from '../src/errors.ts'
import { roles } from '../src/permissions.ts'
import type { ProcedureContext } from './gate/context.ts'
import { rest } from './gate/meta.ts'
import { procedure, publicProcedure, refreshProcedure, router } from './gate/procedure.ts'
import { email, password, view } from './schema/fields.ts'

const UserView = z
  .object({
    sub: view.id(),
    email: z.string(),
    given_name: z.string(),
    family_name: z.string(),
    role: z.enum(roles),
    email_verified: z.boolean(),
    is_staff: z.boolean(),
  })
  .meta({ id: 'User' })

const userView = (user: User | Caller) => ({
  sub: user.id,
  email: user.email,
  given_name: user.given_name,
  family_name: user.family_name,
  role: user.role,
  email_verified: user.email_verified,
  is_staff: user.is_staff,
})

const PersonalData = z
  .object({
    email: z.string(),
    given_name: z.string(),
    family_name: z.string(),
    role: z.enum(roles),
    date_joined: view.instant(),
    last_login: view.instant().nullable(),
  })
  .meta({ id: 'PersonalData' })

/** Bounded, because hashing takes time. */
export const longestPassword = 4096

/** What operators are shown of where a session is used. */
const seen = ({ ip, headers, now }: ProcedureContext) => ({
  address: ip,
  userAgent: headers['user-agent'],
  now,
})

export const authRouter = router({
  login: publicProcedure
    .meta(rest('POST', '/api/v1/auth/login/', 'public', { throttle: 'login' }))
    .input(z.object({ email: email(), password: password(longestPassword) }))
    .output(z.object({ user: UserView }))
    .mutation(async ({ ctx, input }) => {
      const { activity, sessionRecords, sessions } = ctx.services
      const { user, claims, cookies } = await sessions.login(ctx.em.fork(), input, ctx.now).catch((error) => {
        if (error instanceof DomainError && error.code === 'INVALID')
          activity.loginFailed(ctx.ip, input.email)
        throw error
      })
      await sessionRecords.keep(claims, seen(ctx))
      ctx.response.appendHeader('Set-Cookie', cookies)
      return { user: userView(user) }
    }),

  logout: procedure
    .meta(rest('POST', '/api/v1/auth/logout/', 'authenticated', { throttle: 'logout', status: 204 }))
    .output(z.void())
    .mutation(async ({ ctx }) => {
      ctx.response.appendHeader('Set-Cookie', ctx.services.cookies.cleared())
      await ctx.services.sessions.logout(ctx.credentials)
      await ctx.services.sessionRecords.forget(ctx.caller.sessionId)
    }),

  me: procedure
    .meta(rest('GET', '/api/v1/auth/me/', 'authenticated'))
    .output(UserView)
    .query(({ ctx }) => {
      ctx.response.setHeader('Cache-Control', 'no-store')
      return userView(ctx.caller)
    }),

  deactivate: procedure
    .meta(rest('POST', '/api/v1/auth/me/deactivate/', 'authenticated', { status: 204 }))
    .output(z.void())
    .mutation(async ({ ctx }) => {
      await transaction(ctx.em, async (em) => {
        const lock = { lockMode: LockMode.PESSIMISTIC_WRITE }
        const user = await em.findOneOrFail(User, ctx.caller.id, lock)
        user.deactivate()
      })
      ctx.response.appendHeader('Set-Cookie', ctx.services.cookies.cleared())
    }),

  export: procedure
    .meta(rest('GET', '/api/v1/auth/me/export/', 'authenticated'))
    .output(PersonalData)
    .query(({ ctx }) => {
      ctx.response.setHeader('Cache-Control', 'no-store')
      ctx.response.setHeader('Content-Disposition', 'attachment; filename="my-data.json"')
      return ctx.caller
    }),
})

/** Over REST only: the refresh cookie's path never reaches tRPC (D18). */
export const refreshRouter = router({
  refresh: refreshProcedure
    .meta(rest('POST', '/api/v1/auth/token/refresh/', 'public'))
    .output(z.object({ message: z.string() }))
    .mutation(async ({ ctx }) => {
      const { sessions, sessionRecords } = ctx.services
      const { claims, cookies } = await sessions.refresh(ctx.em.fork(), ctx.refresh, ctx.now)
      await sessionRecords.keep(claims, seen(ctx))
      ctx.response.appendHeader('Set-Cookie', cookies)
      return { message: 'Token refreshed.' }
    }),
})
