import { expectTypeOf, test } from 'vitest'
import type * as today from '../../client/src/index.ts'
import type * as released from '../../node_modules/.cache/released/1.0.0/dist/index.js'

// The compiler checks this file in `npm test`, which unpacks the released client first; nothing in it runs.

type Calling = 'query' | 'mutate'
type Method<P> = P extends { [Kind in Calling]?: infer M } ? NonNullable<M> : never
type Parameters<P> = Method<P> extends (...call: infer C) => unknown ? C : never
type Fields<P> = Parameters<P> extends [input?: infer I, ...rest: unknown[]] ? keyof (I & object) : never
type Answer<P> = Method<P> extends (...call: never[]) => Promise<infer A> ? A : never

/** What a procedure of today would break for callers of the released one. */
type Break<Then, Now> =
  | (keyof Then extends keyof Now ? never : 'is called in another way')
  | (Parameters<Then> extends Parameters<Now> ? never : 'refuses an input')
  | (Fields<Then> extends Fields<Now> ? never : 'no longer knows a field of the input')
  | (Answer<Now> extends Answer<Then> ? never : 'answers something else')

/** A line for each break, such as `tags.create refuses an input`. */
type Breaks<Then, Now> = {
  [R in keyof Then & string]: {
    [A in keyof Then[R] & string]: `${R}.${A} ${R extends keyof Now
      ? A extends keyof Now[R]
        ? Break<Then[R][A], Now[R][A]>
        : 'is gone'
      : 'is gone'}`
  }[keyof Then[R] & string]
}[keyof Then & string]

test('the procedures take what the released client sends, and answer what it promises', () => {
  expectTypeOf<Breaks<released.Procedures, today.Procedures>>().toEqualTypeOf<never>()
})

test('the comparison with a released client finds a narrower input, a lost field, another answer and a lost procedure', () => {
  type Then = {
    tags: {
      create: { mutate(input: { name: string; color?: string }): Promise<{ id: string; name: string }> }
      list: { query(): Promise<void> }
    }
  }
  type Now = {
    tags: { create: { mutate(input: { name: 'Nurse' }): Promise<{ id: string }> } }
  }
  expectTypeOf<Breaks<Then, Now>>().toEqualTypeOf<
    | 'tags.create refuses an input'
    | 'tags.create no longer knows a field of the input'
    | 'tags.create answers something else'
    | 'tags.list is gone'
  >()
})

/** What 2.0.0 has changed for those who write code, as the changelog says. */
type Changed = 'decimal' | 'createCookieJar'

test('code written for the released client compiles with the client of today, except for announced changes', () => {
  type Kept = Omit<typeof released, Changed>
  expectTypeOf<typeof today extends Kept ? true : false>().toEqualTypeOf<true>()
})
