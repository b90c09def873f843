import { z } from 'zod'
import { type Issue, isUuid, shown, typeError } from './fields.ts'
import { nativeType } from './native-type.ts'

// Lists in bodies, and objects of several kinds.

/** An item of a list of ids. */
export const listedId = () =>
  z
    .string({
      error: ({ input }: Issue) => (input === null ? 'This field may not be null.' : 'Must be a valid UUID.'),
    })
    .meta({ format: 'uuid' })
    .refine(isUuid, 'Must be a valid UUID.')
    .toLowerCase()

const itemsOf = <T extends z.ZodType>(item: T) =>
  z.array(
    item,
    typeError((input) => `Expected a list of items but got type "${nativeType(input)}".`),
  )

const noLonger = <T extends z.ZodType>(maximum: number, list: T) =>
  z.preprocess((given: z.input<T>, context) => {
    if (Array.isArray(given) && given.length > maximum)
      context.addIssue(`Ensure this field has no more than ${maximum} elements.`)
    return given
  }, list)

/** A list of up to `maximum` items; the items of a longer list are not checked. */
export const anyListOf = <T extends z.ZodType>(item: T, maximum: number) =>
  noLonger(maximum, itemsOf(item).meta({ minItems: 0, maxItems: maximum }))

/** Like {@link anyListOf}, for at least one item. */
export const listOf = <T extends z.ZodType>(item: T, maximum: number) =>
  noLonger(
    maximum,
    itemsOf(item)
      .meta({ minItems: 1, maxItems: maximum })
      .refine((items) => items.length > 0, 'This list may not be empty.'),
  )

/** An item of a list of objects; anything but an object is refused under the item's `non_field_errors`. */
export const listedObject = <T extends z.ZodType>(item: T) =>
  z.preprocess((given: z.input<T>, context) => {
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
    const message =
      given === null
        ? 'This field may not be null.'
        : `Invalid data. Expected a dictionary, but got ${nativeType(given)}.`
    if (!isObject) context.addIssue({ code: 'custom', path: ['non_field_errors'], message })
    return given
  }, item)

type OfKind = z.ZodObject<{ kind: z.ZodLiteral<string> }>

/** One of several kinds of objects, which their `kind` tells apart. */
export const byKind = <const Kinds extends readonly [OfKind, ...OfKind[]]>(kinds: Kinds) => {
  const { error } = typeError((kind) => `"${shown(kind)}" is not a valid choice.`)
  return z.discriminatedUnion('kind', kinds, {
    error: ({ input }: Issue) => error({ input: (input as { kind?: unknown }).kind }),
  })
}
