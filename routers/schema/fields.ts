import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { isDate } from '../../src/calendar.ts'
import { shortened } from '../../src/errors.ts'
import { hiddenInName, hiddenInNotes, isVisible } from '../../src/visible-text.ts'
import { nativeText, nativeType } from './native-type.ts'
import { clientTypes } from './output.ts'

// The fields of bodies. Refusals have the framework's native wording, by field type.

export type Issue = { input?: unknown }

/** The messages for a missing value, null, and a value of the wrong type. */
export const typeError = (message: string | ((input: unknown) => string)) => ({
  error: ({ input }: Issue) => {
    if (input === undefined) return 'This field is required.'
    if (input === null) return 'This field may not be null.'
    return typeof message === 'string' ? message : message(input)
  },
})

// A character has one or two code units, so characters are counted only if the length does not decide.
const isLong = (value: string, length: number) =>
  value.length > length && (value.length > 2 * length || [...value].length > length)
const isShort = (value: string, length: number) => value.length < 2 * length && [...value].length < length

/** Refuses what no text column can store. */
export const storable = [
  z.refine<string>((value) => !value.includes('\0'), {
    error: 'Null characters are not allowed.',
    abort: true,
  }),
  z.refine<string>((value) => value.isWellFormed(), {
    error: ({ input }) =>
      `Surrogate characters are not allowed: ${codeOf(/\p{Surrogate}/u.exec(String(input))?.[0])}.`,
    abort: true,
  }),
]

/** Such as U+200B. */
const codeOf = (character = '') =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

/** Refuses what people cannot see (D55). */
const withoutHidden = (hiddenIn: (text: string) => string | undefined) =>
  z.refine<string>((value) => !hiddenIn(value), {
    error: ({ input }) =>
      `Control and formatting characters are not allowed: ${codeOf(hiddenIn(String(input)))}.`,
    abort: true,
  })

// Lengths are refinements, because zod's own length checks also measure an array sent in place of a string.

const tooLong = (length: number) => `Ensure this field has no more than ${length} characters.`

/** Text of at most `length` characters, trimmed and then changed to its stored form; may be blank. */
export const anyText = (length: number, stored = (value: string) => value) =>
  z
    .string(typeError('Not a valid string.'))
    .trim()
    .overwrite(stored)
    .meta({ maxLength: length })
    .refine((value) => !isLong(value, length), tooLong(length))
    .check(...storable)

const blank = { error: 'This field may not be blank.', abort: true }

/** A name, title or code as D55 describes it: of at most `length` characters, in NFC; may be blank. */
export const label = (length: number) =>
  anyText(length, (value) => value.normalize())
    .refine((value) => value === '' || isVisible(value), blank)
    .check(withoutHidden(hiddenInName))

/** Notes of at most `length` characters, which may have several lines; may be blank. */
export const longText = (length: number) =>
  anyText(length, (value) => value.replaceAll('\r\n', '\n')).check(withoutHidden(hiddenInNotes))

/** A label of `minimum` to `length` characters. */
export const requiredText = (length: number, minimum = 1) =>
  label(length)
    .meta({ minLength: minimum })
    .refine((value) => value !== '', blank)
    .refine((value) => !isShort(value, minimum), `Ensure this field has at least ${minimum} characters.`)

/** A password of at most `length` characters: never trimmed (D12). */
export const password = (length: number) =>
  z
    .string(typeError('Not a valid string.'))
    .meta({ minLength: 1, maxLength: length })
    .refine((value) => value !== '', blank)
    .refine((value) => value.length <= length, tooLong(length))
    .check(...storable)

const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** An email as D44 describes it. */
export const email = () => requiredText(254).regex(emailPattern, 'Enter a valid email address.')

/** A web address or a path of at most `length` characters; no scheme that could run a script. */
export const link = (length: number) =>
  anyText(length)
    .check(withoutHidden(hiddenInName))
    .refine((value) => isLong(value, length) || isLink(value), 'Enter a valid URL.')

/** Reads the text as a browser does. */
function isLink(value: string) {
  const base = 'https://clinic.example'
  return URL.canParse(value, base) && /^https?:$/.test(new URL(value, base).protocol)
}

/** A calendar day, `YYYY-MM-DD`. */
export const date = () => z.string(typeError(dateFormat)).meta({ format: 'date' }).refine(isDate, dateFormat)

const dateFormat = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'

/** JSON true or false. */
export const boolean = () => z.boolean(typeError('Must be a valid boolean.'))

/** The largest value of PostgreSQL's `integer`. */
const largestInteger = 2_147_483_647

/** A whole number within the bounds, by default those of an int4. */
export const integer = (minimum = -largestInteger - 1, maximum = largestInteger) =>
  z
    .number(typeError('A valid integer is required.'))
    .meta({ type: 'integer' })
    .refine(Number.isInteger, { error: 'A valid integer is required.', abort: true })
    .min(minimum, `Ensure this value is greater than or equal to ${minimum}.`)
    .max(maximum, `Ensure this value is less than or equal to ${maximum}.`)

const shownLength = 50

/** A refused value as its refusal shows it: a long string is cut, any other long value is named by its type. */
export const shown = (value: unknown): string =>
  typeof value === 'string'
    ? shortened(value, shownLength)
    : (nativeText(value, shownLength) ?? nativeType(value))

/** One of the values, case-sensitive. */
export const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(
    values,
    typeError((input) => `"${shown(input)}" is not a valid choice.`),
  )

/** Whether the text is a UUID of any version, with its dashes. */
export const isUuid = (value: string) => z.regexes.guid.test(value)

/** The id of another object; the procedure checks that it exists. */
export const reference = () => referenceOf(isUuid, { format: 'uuid' })

/** Like {@link reference}, or none: null or an empty text. */
export const referenceOrNull = () =>
  z.preprocess((given: string | null) => (given === '' ? null : given), reference().nullable())

/** Like {@link reference}, for an object whose id has another form too; `meta` describes it. */
export const referenceOf = (isId: (value: string) => boolean, meta: { format?: string; pattern?: string }) =>
  z
    .string(
      typeError((input) => {
        if (typeof input === 'boolean') return 'Incorrect type. Expected pk value, received bool.'
        if (typeof input === 'number') return `Invalid pk "${input}" - object does not exist.`
        return notUuid(shown(input))
      }),
    )
    .meta(meta)
    .refine((value) => value !== '', { error: 'This field may not be null.', abort: true })
    .refine(isId, { error: ({ input }: Issue) => notUuid(shown(input)) })
    .overwrite((value) => (isUuid(value) ? value.toLowerCase() : value))

const notUuid = (value: string) => `“${value}” is not a valid UUID.`

/** An id in the path. Anything but a UUID matches no row, hence 404 (D10). */
export const pathId = (meaning: string) =>
  z
    .string(typeError('Must be a valid UUID.'))
    .meta({ format: 'uuid' })
    .refine(isUuid, { params: { notFound: true } })
    .toLowerCase()
    .describe(meaning)

/** A log entry's id in the path. Anything but an integer becomes 0, which matches no row (D10). */
export const pathInteger = (meaning: string) =>
  z
    .preprocess((value: string | number) => {
      const id = /^\d{1,10}$/.test(shown(value)) ? Number(value) : 0
      return id > largestInteger ? 0 : id
    }, z.number().int())
    .describe(meaning)

type DecimalBounds = { digits: number; minimum?: string; maximum?: string }

/**
 * A decimal of at most two places and `digits` digits in all, given as a string or a number; becomes a string
 * with two decimals (D11).
 */
export const decimal = (bounds: DecimalBounds) =>
  z
    .union([z.string(), z.number()], typeError('A valid number is required.'))
    .meta({
      pattern: String.raw`^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?\s*$`,
      ...(bounds.minimum !== undefined && { minimum: Number(bounds.minimum) }),
      ...(bounds.maximum !== undefined && { maximum: Number(bounds.maximum) }),
    })
    .register(clientTypes, { name: 'DecimalText' })
    .transform((given, context) => {
      const text = String(given).trim()
      const problem = decimalProblem(text, bounds)
      if (problem) {
        context.addIssue({ code: 'custom', message: problem, input: given })
        return z.NEVER
      }
      return withoutMinusZero(new Decimal(text).toFixed(2))
    })

const withoutMinusZero = (text: string) => (text === '-0.00' ? '0.00' : text)

const numberPattern = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,4}))?$/i

function decimalProblem(text: string, { digits, minimum, maximum }: DecimalBounds) {
  if (text.length > 1000) return 'String value too large.'
  const [, , whole = '', fraction = '', exponent = '0'] = numberPattern.exec(text) ?? []
  if (!whole && !fraction) return 'A valid number is required.'
  const value = new Decimal(text)
  if (fraction.length - Number(exponent) > 2) return 'Ensure that there are no more than 2 decimal places.'
  if (value.precision(true) > digits) return `Ensure that there are no more than ${digits} digits in total.`
  if (value.abs().gte(`1e${digits - 2}`))
    return `Ensure that there are no more than ${digits - 2} digits before the decimal point.`
  if (minimum !== undefined && value.lt(minimum))
    return `Ensure this value is greater than or equal to ${minimum}.`
  if (maximum !== undefined && value.gt(maximum))
    return `Ensure this value is less than or equal to ${maximum}.`
}
