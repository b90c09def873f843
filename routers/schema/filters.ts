import { z } from 'zod'
import { isDate } from '../../src/calendar.ts'
import { noSuchChoice } from '../../src/errors.ts'
import { maximumWeekHours } from '../../src/hours.ts'
import { date as bodyDate, decimal, type Issue, isUuid, shown, storable } from './fields.ts'
import { clientTypes, described } from './output.ts'

// The filters of lists: optional; an empty one is ignored, a bad one is 400 under its own name (D9). `meaning` describes
// them, as in `output.ts`.

const given = <T extends z.ZodType>(schema: T, meaning?: string) =>
  described(
    z.preprocess(
      (value: z.input<T> | '' | undefined) => (value === '' ? undefined : value),
      schema.optional(),
    ),
    meaning,
  )

/** An optional one that may not be empty. The document reads the inner description, the client's types the outer one. */
const notEmpty = <T extends z.ZodType>(schema: T, meaning: string) =>
  schema.describe(meaning).optional().describe(meaning)

const notChoice = (input: unknown) =>
  `Select a valid choice. ${shown(input)} is not one of the available choices.`

/** One of the values, case-sensitive. */
export const choice = <const T extends readonly string[]>(values: T, meaning?: string) =>
  given(z.enum(values, { error: ({ input }: Issue) => notChoice(input) }), meaning)

/** Several of the values, with commas between them. */
export const choices = <const T extends readonly string[]>(values: T, meaning: string) =>
  given(
    z
      .string('Not a valid string.')
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(values, { error: ({ input }: Issue) => notChoice(input) }))),
    meaning,
  )

/** A UUID; an unknown one gives an empty list. */
export const id = (meaning?: string) =>
  given(
    z
      .string('Enter a valid UUID.')
      .meta({ format: 'uuid' })
      .refine(isUuid, 'Enter a valid UUID.')
      .toLowerCase(),
    meaning,
  )

/** The id of an employee. */
export const employee = () => id('Shows only what concerns this employee; an unknown id gives an empty list.')

/** The id of a position. */
export const position = () => id('Shows only what concerns this position; an unknown id gives an empty list.')

/** A UUID that must match a row. */
export const chosenId = (meaning: string) =>
  given(
    z
      .string(noSuchChoice)
      .meta({ format: 'uuid' })
      .refine(isUuid, { error: ({ input }: Issue) => `“${shown(input)}” is not a valid UUID.` })
      .toLowerCase(),
    meaning,
  )

/** The id of an org unit, for what is planned there. */
export const unitAndBelow = () =>
  chosenId('Looks only at positions of this org unit and all below it; an unknown one is 400.')

const notWhole = 'Enter a whole number.'

/** A whole number within the bounds. */
export const integer = (minimum: number, maximum: number, meaning?: string) =>
  given(
    z.preprocess(
      (value: number | string) =>
        typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value,
      z
        .number(notWhole)
        .refine(Number.isInteger, { error: notWhole, abort: true })
        .min(minimum, `Ensure this value is greater than or equal to ${minimum}.`)
        .max(maximum, `Ensure this value is less than or equal to ${maximum}.`)
        .meta({ type: 'integer' }),
    ),
    meaning,
  )

/** A calendar day, `YYYY-MM-DD`. */
export const date = (meaning?: string) =>
  given(
    z.string('Enter a valid date.').meta({ format: 'date' }).refine(isDate, 'Enter a valid date.'),
    meaning,
  )

const notInstant = 'Enter a valid date/time.'

/** An instant, such as `2027-02-03T09:30:00Z`. */
export const instant = (meaning: string) =>
  given(
    z
      .string(notInstant)
      .meta({ format: 'date-time' })
      // PostgreSQL has no year 0.
      .refine((text) => isInstant.safeParse(text).success && !text.startsWith('0000'), notInstant),
    meaning,
  )

const isInstant = z.iso.datetime({ offset: true })

/** The days that a log shows. */
export const days = () => ({
  date_from: date('The first day to show, in the clinic’s time zone.'),
  date_to: date('The last day to show, in the clinic’s time zone; the whole day is included.'),
})

const notWeek = 'Enter a valid ISO week, such as 2027-W05.'

/** An ISO week, `2027-W05`. */
export const week = (meaning: string) =>
  given(z.string(notWeek).regex(/^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/, notWeek), meaning)

const truth = () =>
  z.preprocess(
    (value: boolean | string) =>
      typeof value === 'string' ? (booleans[value.toLowerCase()] ?? value) : value,
    z.boolean('Must be a valid boolean.'),
  )

/** `true`, `false`, `1` or `0`, any case (D9). */
export const boolean = (meaning?: string) => given(truth(), meaning)

/** The same, saying how to make a change. An empty one is refused: it may have been meant to be true. */
export const flag = (meaning: string) => notEmpty(truth(), meaning)

const booleans: Record<string, boolean> = { true: true, '1': true, false: false, '0': false }

/** Whether the row is active. */
export const isActive = () =>
  boolean('Shows only active or, with `false`, only inactive rows; without it both.')

const text = () =>
  z
    .string('Not a valid string.')
    .trim()
    .normalize()
    .check(...storable)

/** Free text; NUL characters are refused. */
export const freeText = (meaning?: string) => given(text(), meaning)

/** A key that finds exactly. An empty one is refused, as otherwise it would find the first row of all. */
export const key = (meaning: string) => notEmpty(text().min(1, 'This field may not be blank.'), meaning)

/** A field of `orderings`, `-` before it for descending. */
export const ordering = (orderings: Record<string, unknown>) =>
  given(
    z
      .string('Not a valid string.')
      .refine((value) => Object.hasOwn(orderings, value.replace(/^-/, '')), {
        error: ({ input }: Issue) => notChoice(input),
      })
      .meta({ enum: Object.keys(orderings).flatMap((field) => [field, `-${field}`]) })
      .register(clientTypes, { name: 'Ordering', of: Object.keys(orderings) }),
    'The stored field to order by, with `-` before it for descending. Every order ends in the id, so that pages neither repeat nor skip a row.',
  )

/** The day of a balance; its refusal has the wording of a body's field. */
export const referenceDate = (meaning: string) => given(bodyDate(), meaning)

/** A percentage up to a maximum; its refusal has the wording of a body's field. */
export const percentage = (maximum: number, meaning: string) =>
  given(decimal({ digits: 4, minimum: '0.00', maximum: `${maximum}` }), meaning)

/** The weekly hours of an assignment; its refusal has the wording of a body's field. */
export const weekHours = (meaning: string) =>
  given(decimal({ digits: 6, minimum: '0.01', maximum: `${maximumWeekHours}` }), meaning)
