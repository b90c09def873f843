import { z } from 'zod'
import { sealing } from '../../entities/accounts/sealing.ts'
import type { Em } from '../../entities/connection/em.ts'
import { feedSubjects } from '../../entities/integration/shown-change.ts'
import {
  deliveryList,
  deliveryOrderings,
  WebhookDelivery,
} from '../../entities/integration/webhook-delivery.ts'
import { WebhookEndpoint } from '../../entities/integration/webhook-endpoint.ts'
import {
  askAgain,
  askForTest,
  endpointList,
  endpointOrderings,
  newEndpoint,
  rotateSecret,
  switchOn,
  webhookSecrets,
} from '../../entities/integration/webhooks.ts'
import { offReasons } from '../../src/integration/webhooks.ts'
import type { OperatorAction } from '../../src/logs/events.ts'
import { reason, recorded } from '../endpoints/operator-change.ts'
import { pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, lockOne, showOne } from '../endpoints/resource.ts'
import { checkConfirmed } from '../gate/confirmation.ts'
import { adminQuery, operatorChange, router } from '../gate/procedure.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { choice, pathInteger, requiredText } from '../schema/fields.ts'
import { anyListOf } from '../schema/lists.ts'
import { output } from '../schema/output.ts'

export const webhookName = () => requiredText(100)
export const webhookUrl = () => requiredText(2000)

const Endpoint = z.object({
  id: output.id(),
  name: z.string(),
  url: z.string(),
  subjects: z.array(z.enum(feedSubjects)),
  rotated_at: output.instant().nullable(),
  failures: z.number().int(),
  failing_since: output.instant().nullable(),
  next_attempt_at: output.instant().nullable(),
  off_since: output.instant().nullable(),
  off_reason: z.enum(offReasons).nullable(),
  created_at: output.instant(),
  last_sent_at: output.instant().nullable(),
  last_status: z.number().int().nullable(),
})

const Delivery = z.object({
  id: z.number().int(),
  message_id: z.string(),
  type: z.string(),
  attempt: z.number().int(),
  sent_at: output.instant().nullable(),
  status: z.number().int().nullable(),
  answer: z.string(),
  milliseconds: z.number().int().nullable(),
  is_repeatable: z.boolean(),
})

/** A secret that is never shown again. */
const WithSecret = z.object({ id: output.id(), name: z.string(), secret: z.string() })

const sealOf = ({ services }: AuthenticatedContext) => sealing(services.secrets, webhookSecrets).seal

type Change = { action: OperatorAction; id: string; reason: string }

/** Locks the endpoint, changes it, and logs the action. */
const change = <T>(
  ctx: AuthenticatedContext,
  { action, id, reason }: Change,
  work: (endpoint: WebhookEndpoint, em: Em) => T | Promise<T>,
) =>
  recorded(ctx, [id], async (em, record) => {
    const endpoint = await lockOne(em, WebhookEndpoint, { id })
    const result = await work(endpoint, em)
    await record({ action, target: endpoint.name, reason })
    return result
  })

const Reasoned = ById.extend({ reason: reason() })

/** A change that takes a reason only, and answers nothing. */
const simpleChange = (
  action: OperatorAction,
  work: (endpoint: WebhookEndpoint, em: Em, at: Date) => unknown,
) =>
  operatorChange
    .input(Reasoned)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      change(ctx, { action, ...input }, async (endpoint, em) => {
        await work(endpoint, em, ctx.services.clock())
      }),
    )

/** Endpoints that changes are sent to, and what came of it. */
export const webhooksRouter = router({
  list: adminQuery
    .input(pageInput(endpointOrderings))
    .output(pageOf(Endpoint))
    .query(({ ctx, input }) => paginate(ctx, input, endpointList)),

  get: adminQuery
    .input(ById)
    .output(Endpoint)
    .query(({ ctx, input }) => showOne(ctx.em, endpointList, input.id)),

  deliveries: adminQuery
    .input(pageInput(deliveryOrderings).extend(ById.shape))
    .output(pageOf(Delivery))
    .query(({ ctx, input: { id, ...paging } }) => paginate(ctx, paging, deliveryList(id))),

  create: operatorChange
    .input(
      z.object({
        name: webhookName(),
        url: webhookUrl(),
        /** None for all. */
        subjects: anyListOf(choice(feedSubjects), feedSubjects.length),
        reason: reason(),
      }),
    )
    .output(WithSecret)
    .mutation(async ({ ctx, input: { reason, ...given } }) => {
      await checkConfirmed(ctx)
      const allowsHttp = ctx.system.deployment === 'local'
      return recorded(ctx, [], async (em, record) => {
        const making = { seal: sealOf(ctx), allowsHttp, at: ctx.services.clock() }
        const { endpoint, secret } = await newEndpoint(em, given, making)
        const { name, ...details } = given
        await record({ action: 'webhooks.create', target: name, details, reason })
        return { id: endpoint.id, name, secret }
      })
    }),

  /** The former secret signs for another day. */
  rotate: operatorChange
    .input(Reasoned)
    .output(WithSecret)
    .mutation(async ({ ctx, input }) => {
      await checkConfirmed(ctx)
      return change(ctx, { action: 'webhooks.rotate', ...input }, (endpoint) => {
        const secret = rotateSecret(endpoint, { seal: sealOf(ctx), at: ctx.services.clock() })
        return { id: endpoint.id, name: endpoint.name, secret }
      })
    }),

  switch_off: simpleChange('webhooks.switch_off', (endpoint, _em, at) => endpoint.switchOff('OPERATOR', at)),
  switch_on: simpleChange('webhooks.switch_on', (endpoint, em) => switchOn(em, endpoint)),
  delete: simpleChange('webhooks.delete', (endpoint, em) => em.remove(endpoint)),
  test: simpleChange('webhooks.test', (endpoint, em, at) => askForTest(em, endpoint, at)),

  send_again: operatorChange
    .input(Reasoned.extend({ delivery_id: pathInteger('The delivery’s id.') }))
    .output(z.void())
    .mutation(({ ctx, input: { delivery_id, ...input } }) =>
      change(ctx, { action: 'webhooks.send_again', ...input }, async (endpoint, em) => {
        const delivery = await lockOne(em, WebhookDelivery, { id: delivery_id, endpoint: endpoint.id })
        askAgain(em, delivery, ctx.services.clock())
      }),
    ),
})
