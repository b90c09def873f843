import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Json, Reply } from '../calls/operations.ts'
import type { Clinic, Employee } from './clinic.ts'
import type { Actor, Asked, World } from './world.ts'

/** By its whole body, by the fields that it names, or by the codes of the rules that are broken. */
export type Refusal = { status: number; body?: Json; fields?: string[]; codes?: string[] }

/** What a step asks of the service, and what must come of it. */
export type Plan = {
  operation: string
  input: Record<string, unknown>
  /** The first reason to refuse it, in the order in which the service checks. */
  refusal: Refusal | false | undefined
  /** Changes the model as the service must have changed; returns what the answer must show. */
  perform(answer: Json): object | undefined
}

export type By = { actor: Actor; id: string }

/** Takes a step in the clinic and in its model; resolves without any when there is nothing to take it with. */
export type Step = { take(world: World, clinic: Clinic, how: Asked): Promise<void> }

/** Calls of one kind, with everything but the clinic and the actor chosen. */
export const stepsOf = <Given extends object>(
  name: string,
  given: { [field in keyof Given]: fc.Arbitrary<Given[field]> },
  plan: (clinic: Clinic, given: Given, by: By) => Plan | undefined,
): fc.Arbitrary<Step> =>
  fc.record(given).map((chosen) => ({
    async take(world, clinic, how) {
      const planned = plan(clinic, chosen as Given, { actor: how.actor, id: world.idOf(how.actor) })
      if (!planned) return
      checkAnswer(planned, await world.ask(how, planned.operation, planned.input))
      world.counts[planned.refusal ? 'refused' : 'performed']++
    },
    [fc.toStringMethod]: () => `${name} ${JSON.stringify(chosen)}`,
  }))

/** Chooses one of the rows that there are by then. */
export const which = () => fc.nat(11)

export const chosen = <T>(list: T[], at: number): T | undefined => list[at % list.length]

/** Whether to choose only among what the model allows. */
export const mostly = () => fc.nat(3).map((n) => n > 0)

export const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })

/** The input without the fields that are left out. */
export const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

export const invalid = (...fields: string[]): Refusal => ({ status: 400, fields })
export const conflict = (detail: string): Refusal => ({ status: 409, body: { detail } })
export const notFound: Refusal = { status: 404, body: { detail: 'Not found.' } }
export const inUse = (detail: string): Refusal => ({
  status: 409,
  body: { detail, code: 'CONFLICT_HAS_DEPENDENCIES' },
})

export const notAllowed = (transition: string, status: string) =>
  conflict(`Transition '${transition}' is not allowed from state '${status}'.`)

/** 403 unless the actor is one of these; the superuser may do everything. */
export const unless = ({ actor }: By, ...allowed: Actor[]): Refusal | false =>
  actor !== 'root' &&
  !allowed.includes(actor) && {
    status: 403,
    body: { detail: 'You do not have permission to perform this action.' },
  }

export const unlessManager = (by: By) => unless(by, 'admin', 'manager')

/** 404 for an employee who is not the caller, if the caller may see only themselves. */
export const unseen = ({ actor }: By, { isSelf }: Employee) => actor === 'self' && !isSelf && notFound

/** The answer must be the one that the model gives; the model then changes as the service must have. */
function checkAnswer({ operation, refusal, perform }: Plan, { status, body }: Reply) {
  const seen = `${operation} -> ${status} ${JSON.stringify(body)}`
  if (!refusal) {
    assert.ok(status < 300, seen)
    const expected = perform(body)
    if (expected)
      assert.partialDeepStrictEqual(body, expected, `${seen}, expected ${JSON.stringify(expected)}`)
    return
  }
  const wanted = `${seen}, expected ${JSON.stringify(refusal)}`
  assert.equal(status, refusal.status, wanted)
  if (refusal.body) assert.deepEqual(body, refusal.body, wanted)
  if (refusal.fields) assert.deepEqual(Object.keys(body), refusal.fields, wanted)
  if (refusal.codes) assert.deepEqual(codesOf(body.non_field_errors).sort(), refusal.codes.sort(), wanted)
}

const codesOf = (messages: string[]) => messages.map((message) => message.split(':', 1)[0] ?? '')
