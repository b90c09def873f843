import { z } from 'zod'
import { User } from '../../entities/accounts/user.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { passwordProblems } from '../../src/accounts/password-policy.ts'
import { conflict, invalid, notFound } from '../../src/errors.ts'
import { lockOne } from '../endpoints/resource.ts'
import { checkRights } from '../gate/caller.ts'
import { checkOwnPassword } from '../gate/confirmation.ts'
import { procedure, router } from '../gate/procedure.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { anyText, password } from '../schema/fields.ts'
import { output } from '../schema/output.ts'
import { Session } from '../schema/system.ts'
import { longestPassword, seen } from './auth.ts'

/** One of the user's sessions; `is_current` marks the session of this request. */
export const OwnSession = Session.extend({
  is_current: output.boolean('Whether it is the session of this request.'),
}).meta({ id: 'OwnSession', description: 'A session of the user who is signed in.' })

/** A session's id, in the input. */
export const sessionId = () => anyText(100)

/** The user's recorded sessions, without those that have ended since, by logout or by the second use of a token. */
export async function openSessions({ services, caller, now }: AuthenticatedContext, userId: string) {
  const recorded = await services.sessionRecords.list(userId, now)
  const ended = await services.sessions.endedAmong(recorded.map(({ id }) => id))
  return recorded
    .filter(({ id }) => !ended.has(id))
    .map((one) => ({ ...one, is_current: one.id === caller.sessionId }))
}

/** 404 unless it is one of the user's open sessions. */
export async function checkOpen(ctx: AuthenticatedContext, userId: string, id: string) {
  const open = await openSessions(ctx, userId)
  if (!open.some((session) => session.id === id)) throw notFound()
}

/** Ends a session of the user. It is logged before, because without Redis it ends too, although that is 503 (D21). */
export async function endSession(ctx: AuthenticatedContext, userId: string, id: string) {
  ctx.services.securityLog.record('session_end', ctx, { target: userId })
  await ctx.services.sessions.end(id)
}

/** 409 where an identity provider keeps the passwords. */
export const passwordsElsewhere = () => conflict('The identity provider keeps the passwords.')

const current_password = password(longestPassword).describe('The password that is in use now.')

const ownProcedure = (summary: string) => procedure.meta({ access: 'person', summary })

/** The caller's own account: outside the contract, so over tRPC only (D46). */
export const accountRouter = router({
  change_password: ownProcedure('Change your own password, which ends all your other sessions')
    .input(
      z.object({
        current_password,
        new_password: password(longestPassword).describe(
          'At least 12 characters. It must not be a common password, the email, the product’s name, or the current password.',
        ),
      }),
    )
    .output(z.void())
    .mutation(async ({ ctx, input: { current_password, new_password } }) => {
      const { services, caller, now } = ctx
      if (!services.passwords) throw passwordsElsewhere()
      const problems = await passwordProblems(new_password, caller)
      if (problems.length) throw invalid('new_password', ...problems)
      const failure = 'failed_password_change'
      await checkOwnPassword(ctx, current_password, { field: 'current_password', failure })
      // Last, because a request with a wrong current password may be mended under the same key.
      if (new_password === current_password)
        throw invalid('new_password', 'The new password must differ from the current one.')
      const hash = await services.passwords.hash(new_password)
      await transaction(ctx, async (em) => {
        const user = await lockOne(em, User, caller.id)
        // Hashing takes a while. Meanwhile an operator may have reset the password or ended all sessions.
        await checkRights(em, caller)
        user.setPassword(hash)
      })
      services.securityLog.record('password_change', ctx)

      const credentials = { email: caller.email, password: new_password }
      const { claims, cookies } = await services.sessions.login(ctx.em.fork(), credentials, now)
      await services.sessionRecords.keep(claims, seen(ctx))
      ctx.response.appendHeader('Set-Cookie', cookies)
    }),

  sessions: ownProcedure('Your own open sessions, most recently used first')
    .output(z.array(OwnSession))
    .query(({ ctx }) => openSessions(ctx, ctx.caller.id)),

  end_session: ownProcedure('End one of your own sessions')
    .input(
      z.object({
        id: sessionId().describe('The id of the session to end.'),
        current_password,
      }),
    )
    .output(z.void())
    .mutation(async ({ ctx, input: { id, current_password } }) => {
      const refusal = { field: 'current_password', failure: 'failed_reauthentication' } as const
      await checkOwnPassword(ctx, current_password, refusal)
      await checkOpen(ctx, ctx.caller.id, id)
      await endSession(ctx, ctx.caller.id, id)
    }),
})
