import { z } from 'zod'
import type { Orderings } from '../../entities/lists/orderings.ts'
import { changeLogList, changeLogOrderings } from '../../entities/logs/change-log.ts'
import {
  operatorLogList,
  operatorLogOrderings,
  readOperatorActors,
} from '../../entities/logs/operator-log.ts'
import { securityLogList, securityLogOrderings } from '../../entities/logs/security-log.ts'
import { auditedTagChanges, tagChangeLogOrderings } from '../../entities/logs/tag-change-log.ts'
import { auditedTransitions, transitionLogOrderings } from '../../entities/logs/transition-log.ts'
import { isPermitted } from '../../src/accounts/permissions.ts'
import { vias } from '../../src/logs/audit.ts'
import {
  changeActions,
  changeSubjects,
  operatorActions,
  outcomes,
  securityEventNames,
} from '../../src/logs/events.ts'
import { tagChangeActions } from '../../src/people/employee-tag-lifecycle.ts'
import { reason, recorded } from '../endpoints/operator-change.ts'
import { pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { adminQuery, operatorQuery, overseerQuery, router } from '../gate/procedure.ts'
import { TagChange } from '../logs/tag-change-logs.ts'
import { GlobalTransition } from '../logs/transitions.ts'
import { enums } from '../schema/enums.ts'
import { anyText, choice, longText } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { output } from '../schema/output.ts'

const columns = z.record(z.string(), z.unknown())

/** What an entry is about. The id of a rule is its code; that of a throttle's key is the scope and the key. */
const Subject = z.object({
  kind: z.enum(['person', 'position', 'unit', 'tag', 'user', 'rule', 'key']),
  id: z.string(),
  name: z.string(),
  detail: z.string(),
})
const about = z.array(Subject)

const OperatorEntry = z.object({
  id: z.number().int(),
  action: z.enum(operatorActions),
  target: z.string(),
  subjects: about,
  /** What the operator gave; its `before` has the values that were replaced. */
  details: columns,
  reason: z.string(),
  actor: output.id(),
  actor_name: z.string(),
  actor_email: z.string(),
  created_at: output.instant(),
})

const ChangeEntry = z.object({
  id: z.number().int(),
  subject: z.enum(changeSubjects),
  subject_id: output.id(),
  subjects: about,
  action: z.enum(changeActions),
  before: columns.nullable(),
  after: columns.nullable(),
  /** What the ids among the values refer to. */
  names: z.record(z.string(), z.string()),
  actor: output.id().nullable(),
  actor_name: z.string(),
  via: z.enum(vias),
  address: z.string(),
  request_id: z.string(),
  created_at: output.instant(),
})

const SecurityEntry = z.object({
  id: z.number().int(),
  event: z.string(),
  outcome: z.enum(outcomes),
  times: z.number().int(),
  user: output.id().nullable(),
  user_name: z.string(),
  via: z.enum(vias),
  address: z.string(),
  user_agent: z.string(),
  request_id: z.string(),
  target: z.string(),
  subjects: about,
  created_at: output.instant(),
})

const Transition = GlobalTransition.extend({ subjects: about })

const ChangeOfTag = TagChange.extend({ before: columns.nullable(), after: columns.nullable() })

const logInput = (orderings: Orderings) =>
  pageInput(orderings).extend({ search: filters.freeText(), ...filters.days() })

type Values = Record<string, unknown>

/** Hides where a webhook leads: whoever knows that may be able to write there. */
const withoutUrl = (values: Values) => ('url' in values ? { ...values, url: '(hidden)' } : values)

type Changed = { address: string; before: Values | null; after: Values | null }

/** Hides where webhooks lead and users work from; only those who may see webhooks and end sessions see it. */
const withoutAddresses = <Row extends Changed>(row: Row) => ({
  ...row,
  address: '',
  before: row.before && withoutUrl(row.before),
  after: row.after && withoutUrl(row.after),
})

const logs = ['list', 'changes', 'security', 'transitions', 'tag_changes'] as const
const exportedLists = [
  'people',
  'users',
  'candidates',
  'losses',
  'staff',
  'balances',
  'violations',
  ...logs.map((log) => `audit.${log}` as const),
] as const

/** The log of what operators changed; for the clinic's logs see `transitions.list` and `tag_change_logs.list`. */
export const auditRouter = router({
  list: overseerQuery
    .input(
      logInput(operatorLogOrderings).extend({
        actor: filters.id(),
        action: filters.choice(operatorActions),
        target: filters.freeText(),
        user: filters.id(),
        person: filters.id(),
      }),
    )
    .output(pageOf(OperatorEntry))
    .query(async ({ ctx, input }) => {
      const found = await paginate(ctx, input, operatorLogList(input, ctx.services.timeZone))
      if (isPermitted(ctx.caller, 'act_as_admin')) return found
      const results = found.results.map((entry) => ({ ...entry, details: withoutUrl(entry.details) }))
      return { ...found, results }
    }),

  /** Every change of master data. */
  changes: overseerQuery
    .input(
      logInput(changeLogOrderings).extend({
        subject: filters.choice(changeSubjects),
        subject_id: filters.id(),
        action: filters.choice(changeActions),
        actor: filters.id(),
        person: filters.id(),
      }),
    )
    .output(pageOf(ChangeEntry))
    .query(async ({ ctx, input }) => {
      const list = changeLogList(input, ctx.services.timeZone)
      const found = await paginate(ctx, input, list)
      return isPermitted(ctx.caller, 'act_as_admin')
        ? found
        : { ...found, results: found.results.map(withoutAddresses) }
    }),

  /** Logins, refusals and other security events; only for those who may end sessions of others. */
  security: adminQuery
    .input(
      logInput(securityLogOrderings).extend({
        event: filters.choice(securityEventNames),
        outcome: filters.choice(outcomes),
        user: filters.id(),
      }),
    )
    .output(pageOf(SecurityEntry))
    .query(({ ctx, input }) => paginate(ctx, input, securityLogList(input, ctx.services.timeZone))),

  /** Like `transitions.list`, with the position of an assignment. */
  transitions: operatorQuery
    .input(
      logInput(transitionLogOrderings).extend({
        transition: filters.choice(enums.LoggedTransition),
        person: filters.id(),
      }),
    )
    .output(pageOf(Transition))
    .query(({ ctx, input: { person, ...input } }) => {
      const list = auditedTransitions({ ...input, employee: person }, ctx.services.timeZone, ctx.own)
      return paginate(ctx, input, list)
    }),

  /** Like `tag_change_logs.list`, with what changed. */
  tag_changes: operatorQuery
    .input(
      logInput(tagChangeLogOrderings).extend({
        action: filters.choice(tagChangeActions),
        person: filters.id(),
      }),
    )
    .output(pageOf(ChangeOfTag))
    .query(({ ctx, input: { person, ...input } }) => {
      const list = auditedTagChanges({ ...input, employee: person }, ctx.services.timeZone, ctx.own)
      return paginate(ctx, input, list)
    }),

  /** Records in the security log that the caller exports a list of people, users or log entries (D47). */
  note_export: operatorQuery
    .input(z.object({ list: choice(exportedLists), filter: anyText(350) }))
    .output(z.void())
    .mutation(({ ctx, input: { list, filter } }) =>
      ctx.services.securityLog.record('personal_data_export', ctx, { target: `${list} ${filter}`.trim() }),
    ),

  /** Enters what was tried in the sandbox, and then made change by change, as one act in the operators' log. */
  note_made: operatorQuery
    .meta({ access: 'manage_assignments' })
    .input(z.object({ sentence: longText(2000), reason: reason() }))
    .output(z.void())
    .mutation(({ ctx, input: { sentence, reason } }) =>
      recorded(ctx, [], (_, record) =>
        record({ action: 'planning.make', target: sentence.slice(0, 200), details: { sentence }, reason }),
      ),
    ),

  /** The values to filter by. */
  choices: overseerQuery
    .output(
      z.object({
        actions: z.array(z.enum(operatorActions)),
        actors: z.array(z.object({ id: output.id(), name: z.string(), email: z.string() })),
      }),
    )
    .query(async ({ ctx }) => ({
      actions: [...operatorActions],
      actors: await readOperatorActors(ctx.em),
    })),
})
