import { z } from 'zod'
import { issueToken, MachineToken } from '../../../entities/accounts/machine-token.ts'
import { machineList, machineOrderings, newMachine } from '../../../entities/accounts/machines.ts'
import { User } from '../../../entities/accounts/user.ts'
import type { Em } from '../../../entities/connection/em.ts'
import { machineRoles } from '../../../src/accounts/permissions.ts'
import { reason, recorded } from '../../endpoints/operator-change.ts'
import { pageInput, pageOf, paginate } from '../../endpoints/page.ts'
import { ById, lockOne, showOne } from '../../endpoints/resource.ts'
import { checkConfirmed } from '../../gate/confirmation.ts'
import { adminQuery, operatorChange, router } from '../../gate/procedure.ts'
import type { AuthenticatedContext } from '../../ports/context.ts'
import { choice, integer, pathId, requiredText } from '../../schema/fields.ts'
import * as filters from '../../schema/filters.ts'
import { output } from '../../schema/output.ts'

/** Without `@`, so that it is nobody's email. */
export const machineName = () =>
  requiredText(100).refine((name) => !name.includes('@'), 'A machine’s name may not contain @.')

/** For how many days a token is valid. */
export const tokenDays = () => integer(1, 366)

/** A client at the identity provider. */
export const clientId = () => requiredText(200)

const Token = z.object({
  id: output.id(),
  created_at: output.instant(),
  expires_at: output.instant(),
  last_used_at: output.instant().nullable(),
  last_used_from: z.string(),
})

const MachineRow = z.object({
  id: output.id(),
  name: z.string(),
  role: z.enum(machineRoles),
  is_active: z.boolean(),
  client_id: z.string().nullable(),
  date_joined: output.instant(),
  tokens: z.array(Token),
})

/** A token that is never shown again. */
const NewToken = z.object({
  id: output.id(),
  name: z.string(),
  token: z.string(),
  expires_at: output.instant(),
})

const lockMachine = (em: Em, id: string) => lockOne(em, User, { id, kind: 'MACHINE' })

async function issue(em: Em, machine: User, given: { at: Date; days: number }) {
  const { text, expires_at } = await issueToken(em, machine, given)
  return { id: machine.id, name: machine.email, token: text, expires_at: expires_at.toISOString() }
}

const recordEvent = (ctx: AuthenticatedContext, event: 'new_token' | 'token_revocation', target: string) =>
  ctx.services.securityLog.record(event, ctx, { target })

/** Service accounts and their tokens (D56). Their roles and states are changed as those of people are. */
export const machinesRouter = router({
  list: adminQuery
    .input(
      pageInput(machineOrderings).extend({
        search: filters.freeText(),
        role: filters.choice(machineRoles),
        is_active: filters.boolean(),
      }),
    )
    .output(pageOf(MachineRow))
    .query(({ ctx, input }) => paginate(ctx, input, machineList(input))),

  tokens: adminQuery
    .input(ById)
    .output(z.object({ client_id: z.string().nullable(), tokens: z.array(Token) }))
    .query(({ ctx, input }) => showOne(ctx.em, machineList(), input.id)),

  create: operatorChange
    .input(
      z.object({
        name: machineName(),
        role: choice(machineRoles),
        client_id: clientId().optional(),
        /** None for a machine that uses the tokens of its client. */
        expires_in_days: tokenDays().optional(),
        reason: reason(),
      }),
    )
    .output(NewToken.partial({ token: true, expires_at: true }))
    .mutation(async ({ ctx, input: { reason, expires_in_days: days, ...fields } }) => {
      await checkConfirmed(ctx)
      const made = await recorded(ctx, [], async (em, record) => {
        const at = ctx.services.clock()
        const machine = await newMachine(em, fields, at)
        const token = days === undefined ? undefined : await issue(em, machine, { at, days })
        const { name, ...details } = fields
        await record({ action: 'machines.create', target: name, details, reason })
        return { id: machine.id, name, ...token }
      })
      if (made.token) recordEvent(ctx, 'new_token', made.id)
      return made
    }),

  /** Gives the machine another token, two at most. */
  issue_token: operatorChange
    .input(ById.extend({ expires_in_days: tokenDays(), reason: reason() }))
    .output(NewToken)
    .mutation(async ({ ctx, input: { id, expires_in_days: days, reason } }) => {
      await checkConfirmed(ctx)
      const issued = await recorded(ctx, [id], async (em, record) => {
        const machine = await lockMachine(em, id)
        const token = await issue(em, machine, { at: ctx.services.clock(), days })
        const details = { expires_at: token.expires_at }
        await record({ action: 'machines.issue_token', target: machine.email, details, reason })
        return token
      })
      recordEvent(ctx, 'new_token', id)
      return issued
    }),

  /** Ends a token at once, everywhere. */
  revoke_token: operatorChange
    .input(ById.extend({ token_id: pathId('The token’s id.'), reason: reason() }))
    .output(z.void())
    .mutation(async ({ ctx, input: { id, token_id, reason } }) => {
      await recorded(ctx, [id], async (em, record) => {
        const machine = await lockMachine(em, id)
        const token = await lockOne(em, MachineToken, { id: token_id, user: id })
        token.revoked_at ??= ctx.services.clock()
        const details = { token_id }
        await record({ action: 'machines.revoke_token', target: machine.email, details, reason })
      })
      recordEvent(ctx, 'token_revocation', id)
    }),
})
