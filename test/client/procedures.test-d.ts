import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { expectTypeOf, test } from 'vitest'
import type { DecimalText, Procedures, Uuid } from '../../client/src/index.ts'
import type { AppRouter } from '../../routers/app-router.ts'

// The compiler checks this file, in `npm test` and in `npm run typecheck`; nothing in it runs.

type Method<P> = P extends { query: infer M } | { mutate: infer M } ? M : never
type Input<P> = Method<P> extends (input: infer I, ...rest: never[]) => unknown ? Given<I> : never
/** The client sends an empty object where the input is left out. */
type Given<I> = Extract<I, object>
/** tRPC infers `never` for an answer without content. */
type Output<P> = Method<P> extends (...call: never[]) => Promise<infer O> ? Exclude<O, void> : never

type ClientInputs = { [R in keyof Procedures]: { [A in keyof Procedures[R]]: Input<Procedures[R][A]> } }
type ClientOutputs = { [R in keyof Procedures]: { [A in keyof Procedures[R]]: Output<Procedures[R][A]> } }
type Inputs = Omit<inferRouterInputs<AppRouter>, 'live'>
type ServiceInputs = { [R in keyof Inputs]: { [A in keyof Inputs[R]]: Given<Inputs[R][A]> } }
type ServiceOutputs = Omit<inferRouterOutputs<AppRouter>, 'live'>

/** By procedure: the fields with their values, the names of all fields, and of those that must be given. */
type Values<I> = { [R in keyof I]: { [A in keyof I[R]]: { [F in keyof I[R][A]]-?: I[R][A][F] } } }
type Fields<I> = { [R in keyof I]: { [A in keyof I[R]]: keyof I[R][A] } }
type RequiredFields<I> = {
  [R in keyof I]: {
    [A in keyof I[R]]: { [F in keyof I[R][A]]-?: undefined extends I[R][A][F] ? never : F }[keyof I[R][A]]
  }
}

test('the service accepts what the client sends, with the same fields and required fields', () => {
  expectTypeOf<Values<ClientInputs> extends Values<ServiceInputs> ? true : false>().toEqualTypeOf<true>()
  expectTypeOf<Fields<ClientInputs>>().toEqualTypeOf<Fields<ServiceInputs>>()
  expectTypeOf<RequiredFields<ClientInputs>>().toEqualTypeOf<RequiredFields<ServiceInputs>>()
})

test('a field of a listed object may be left out if the service has a default for it', () => {
  type Line = ClientInputs['planning']['apply_plan']['lines'][number]
  expectTypeOf<{ employee: Uuid; position_id: Uuid; effective_hours: DecimalText }>().toExtend<Line>()
})

test('the service answers with what the client promises', () => {
  expectTypeOf<ServiceOutputs extends ClientOutputs ? true : false>().toEqualTypeOf<true>()
  expectTypeOf<ClientOutputs extends ServiceOutputs ? true : false>().toEqualTypeOf<true>()
})
