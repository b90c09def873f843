import { randomUUID } from 'node:crypto'
import { User } from '../../entities/accounts/user.ts'
import { addImport } from '../../entities/integration/import-job.ts'
import { TagChangeLog } from '../../entities/logs/tag-change-log.ts'
import { TransitionLog } from '../../entities/logs/transition-log.ts'
import { recordApplication } from '../../entities/planning/application-log.ts'
import { KeptScenario } from '../../entities/planning/kept-scenario.ts'
import { PlanDraft } from '../../entities/planning/plan-draft.ts'
import { BusinessRule } from '../../entities/work/business-rule.ts'
import { fillIn, type Input } from '../../ops/examples/calls/call.ts'
import { calls } from '../../ops/examples/record.ts'
import { recorded } from '../../server/openapi/examples.ts'
import type { Endpoint } from '../expect/endpoints.ts'
import type { Factories } from '../made/factories.ts'
import type { Client } from './client.ts'
import type { TestService } from './service.ts'

/** What the example of a procedure sends, as far as it does not depend on the demo. */
function example(name: string): Input {
  // Without a filter a list shows more.
  if (name.endsWith('.list')) return {}
  const { input = {} } = calls[name] ?? {}
  const given = typeof input === 'function' ? input((shown) => recorded(shown).answer) : input
  const [of] = [given.lines, given.changes].flatMap(
    (lines) => (lines as Input[] | undefined)?.slice(0, 1) ?? [],
  )
  if (!/(apply_plan|keep_draft|apply_rebalance)$/.test(name)) return given
  const line = { ...of, assignment: null, current_hours: '0.00', effective_hours: '8.00' }
  if (name === 'planning.apply_rebalance') return { changes: [line], hours_limit: 'WEEKLY_CAP' }
  const toApply = { lines: [line], hours_limit: 'WEEKLY_CAP', demand: 'SECURE' }
  return name === 'planning.keep_draft' ? { ...toApply, reference_date: '2026-03-04' } : toApply
}

const pending = { status: 'PROPOSAL_PENDING' } as const

/** In what state a call needs its row, if in another than the factory's. */
const before: Record<string, object> = {
  'employees.activate': { status: 'ONBOARDING' },
  'employees.accept_proposal': pending,
  'employees.reject_proposal': pending,
  'employees.cancel_proposal': pending,
  'employees.force_accept_proposal': pending,
  'employees.return_from_leave': { status: 'ON_LEAVE' },
  'employees.reactivate': { status: 'DEACTIVATED' },
  'employees.rehire': { status: 'TERMINATED' },
  'assignments.resume': { status: 'SUSPENDED' },
  'position_tags.update': { is_mandatory: false },
  'planning.set_employee_dates': { status: 'ON_LEAVE' },
}

/** The options of a plan of everything. */
const wholeClinic = {
  hours_limit: 'WEEKLY_CAP' as const,
  demand: 'BOOKED' as const,
  allow: 'CREATE_AND_RAISE' as const,
  minimum_hours: '4.00',
  ...{ priorities: [], exclude_employees: [], exclude_positions: [] },
}

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const isUnique = (field: string) => /^(employee_number|code|name)$/.test(field)

/**
 * Makes inputs of calls that succeed: those of the recorded examples, with a new row for every id and new texts where they
 * must be unique. The rows are of employees with the email, if one is given.
 */
export function inputsFor(
  { orm, clock }: TestService,
  make: Factories,
  email?: string,
): (name: string) => Promise<Input> {
  let count = 0
  const employee = (name = '') => make.employee({ ...(email && { email }), ...before[name] })
  const ofEmployee = async () => ({ employee: (await employee()).id })
  const scenario = async () => {
    const em = orm.em.fork()
    const user = await em.findOneOrFail(User, { role: 'ADMIN' })
    const changes = [{ kind: 'TERMINATION' as const, employee: (await employee()).id }]
    const kept = em.create(KeptScenario, { name: 'Kept', changes, kept_by: user.id, created_at: clock.now })
    await em.flush()
    return kept
  }
  const rows: Record<string, (name: string) => Promise<{ id: unknown }>> = {
    employee,
    eligible_for_employee: employee,
    employee_tag: async () => make.employeeTag(await ofEmployee()),
    assignment: async (name) => make.assignment({ ...(await ofEmployee()), ...before[name] }),
    tag: () => make.tag(),
    parent: () => make.department(),
    org_unit: () => make.unit(),
    position: () => make.position(),
    position_tag: (name) => make.positionTag(before[name]),
    business_rule: () => orm.em.fork().findOneOrFail(BusinessRule, { code: 'MAX_WEEKLY_HOURS' }),
    integration: async () => {
      const em = orm.em.fork()
      const user = await em.findOneOrFail(User, { role: 'ADMIN' })
      const job = { id: randomUUID(), user: user.id, files: [], dry_run: true, end_assignments: false }
      await addImport(em, { ...job, created_at: clock.now })
      return job
    },
    draft: async () => {
      const em = orm.em.fork()
      const line = {
        employee: (await employee()).id,
        position_id: (await make.position()).id,
        assignment: null,
      }
      const options = { ...wholeClinic, reference_date: '2026-03-04', headroom_pct: '0.00' }
      const draft = em.create(PlanDraft, {
        ...{
          name: '',
          options,
          reference_date: '2026-03-04',
          fingerprint: '',
          kept_by: null,
          kept_by_name: '',
        },
        lines: [
          {
            ...line,
            current_hours: '0.00',
            effective_hours: '8.00',
            lacking_hours: '8.00',
            free_hours: '8.00',
          },
        ],
        ...{ line_count: 1, added_hours: '8.00', created_at: clock.now },
      })
      await em.flush()
      return draft
    },
    application: async () => {
      const em = orm.em.fork()
      const { id } = await make.assignment(await ofEmployee())
      const how = { kind: 'PLAN', draft: null, by: { actor: null, name: '' }, at: clock.now } as const
      const application = await recordApplication(em, { ...how, added_hours: '8.00', before: new Map() }, [
        id,
      ])
      await em.flush()
      return { id: application }
    },
    scenario,
    first: scenario,
    second: scenario,
    tag_change_log: async () => {
      const { employee } = await make.employeeTag(await ofEmployee())
      return orm.em.fork().findOneOrFail(TagChangeLog, { employee })
    },
    transition: async () => {
      const em = orm.em.fork()
      const move = { from_status: 'ONBOARDING', to_status: 'ACTIVE', transition: 'activate', reason: '' }
      const about = { actor: null, metadata: {}, created_at: clock.now }
      const entry = em.create(TransitionLog, { ...(await ofEmployee()), ...move, ...about })
      await em.flush()
      return entry
    },
  }

  async function renewed(name: string, field: string, value: unknown): Promise<unknown> {
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const item of value) items.push(await renewed(name, field, item))
      return items
    }
    if (typeof value === 'object' && value) {
      const fields: Input = {}
      for (const [key, inner] of Object.entries(value)) fields[key] = await renewed(name, key, inner)
      return fields
    }
    if (isUnique(field)) return `${value}-${++count}`
    if (field !== 'id' && !uuid.test(String(value))) return value
    const kind = (field === 'id' ? (name.split('.')[0] ?? '') : field).replace(/_ids?$|s$/, '')
    return (await rows[kind]?.(name))?.id
  }

  return async (name) => (await renewed(name, '', example(name))) as Input
}

/** Makes the call over REST: what is left of the input after the path goes into the query or into the body. */
export function callOverRest(client: Client, [, method, path]: Endpoint, input: Input, options?: object) {
  const { filled, rest } = fillIn(path, input)
  if (method === 'GET')
    return client.get(`${filled}?${new URLSearchParams(rest as Record<string, string>)}`, options)
  return client.request(method, filled, { ...(Object.keys(rest).length > 0 && { body: rest }), ...options })
}

/** Makes the call over tRPC. */
export const callOverTrpc = (client: Client, [name, method]: Endpoint, input: Input) =>
  client.trpc(method === 'GET' ? 'query' : 'mutation', name, input)
