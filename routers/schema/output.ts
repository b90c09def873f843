import { z } from 'zod'
import { maximumWeekHours } from '../../src/hours.ts'
import { tagCategories } from '../../src/people/tag.ts'

/** The typed client's names for kinds of text that their schemas alone do not tell apart. */
export const clientTypes = z.registry<{ name: 'DecimalText' } | { name: 'Ordering'; of: string[] }>()

// The fields of answers. `meaning` is the field's description in the API reference and in the client's types.

/** The schema, with the description if there is one. */
export const described = <T extends z.ZodType>(schema: T, meaning?: string) =>
  meaning === undefined ? schema : schema.describe(meaning)

/** Fields of answers. */
export const output = {
  id: (meaning?: string) => described(z.string().meta({ format: 'uuid' }), meaning),
  date: (meaning?: string) => described(z.string().meta({ format: 'date' }), meaning),
  instant: (meaning?: string) => described(z.string().meta({ format: 'date-time' }), meaning),
  decimal: (meaning?: string) => {
    const field = z.string().meta({ pattern: '^-?\\d+\\.\\d{2}$' })
    return described(field.register(clientTypes, { name: 'DecimalText' }), meaning)
  },
  count: (meaning?: string) => described(z.number().int().min(0), meaning),
  text: (meaning: string) => z.string().describe(meaning),
  boolean: (meaning: string) => z.boolean().describe(meaning),
  choice: <const T extends readonly string[]>(values: T, meaning: string) => z.enum(values).describe(meaning),
  list: <T extends z.ZodType>(meaning: string, item: T) => z.array(item).describe(meaning),
  texts: (meaning: string) => output.list(meaning, z.string()),
  object: <Shape extends z.ZodRawShape>(meaning: string, fields: Shape) => z.object(fields).describe(meaning),
  objects: <Shape extends z.ZodRawShape>(meaning: string, fields: Shape) =>
    output.list(meaning, z.object(fields)),
}

/** An object that has a name of its own in the API reference and in the client's types. */
export const named = <Shape extends z.ZodRawShape>(id: string, description: string, fields: Shape) =>
  z.object(fields).meta({ id, description })

/** Fields of answers that may be null. */
export const orNull = {
  id: (meaning: string) => output.id().nullable().describe(meaning),
  date: (meaning: string) => output.date().nullable().describe(meaning),
  instant: (meaning: string) => output.instant().nullable().describe(meaning),
  decimal: (meaning: string) => output.decimal().nullable().describe(meaning),
  count: (meaning: string) => output.count().nullable().describe(meaning),
  text: (meaning: string) => z.string().nullable().describe(meaning),
  boolean: (meaning: string) => z.boolean().nullable().describe(meaning),
}

/** Fields that many answers have. */
export const shared = {
  id: output.id('The object’s id, which never changes.'),
  created_at: output.instant('When the object was created.'),
  updated_at: output.instant('When the object last changed.'),
  computed_at: output.instant('When this was computed.'),
  employee: output.id('The employee’s id.'),
  employee_name: output.text('The employee’s name, as `Last, First`.'),
  employee_number: output.text('The clinic’s own number for the employee: unique, at most 50 characters.'),
  position_id: output.id('The position’s id.'),
  sentence: output.text('The same in words, in English.'),
  week: output.text('The ISO week, such as `2027-W05`.'),
  title: output.text('What the work is called; at most 200 characters.'),
  position_title: output.text('The position’s title.'),
  org_unit_id: output.id('The id of the org unit that holds the position.'),
  org_unit_name: output.text('The name of the org unit that holds the position.'),
  actor_name: output.text(
    'That user’s name, as `Family, Given`: the email if there is no name, `Sistema` if there is no user.',
  ),
  tag: output.id('The tag’s id in the catalogue.'),
  tag_name: output.text('The tag’s short name.'),
  tag_display_name: output.text('The tag’s long name.'),
  effective_hours: output.decimal(
    `Hours a week that the employee works on the position: above 0, at most ${maximumWeekHours}.`,
  ),
  tag_category: output.choice(tagCategories, 'What kind of tag it is.'),
}

type Fields = Readonly<Record<string, z.ZodType>>

/** Makes a body. A field without a description takes that of the shown field of its name. */
export function bodyOf<Body extends Fields>(shown: Fields, fields: Body) {
  const all = Object.entries(fields).map(([name, field]) => [
    name,
    field.description ? field : described(field, shown[name]?.description),
  ])
  return z.object(Object.fromEntries(all) as Body)
}

/** The body of a change: that of the creation, with every field optional. */
export const patchOf = <Body extends Fields>(body: z.ZodObject<Body>) =>
  bodyOf(body.shape, body.partial().shape)
