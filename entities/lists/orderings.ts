import { type RawBuilder, sql } from 'kysely'

/** The orderings of a list: field -> SQL expressions of its table, tie-breakers included (D36). */
export type Orderings = Record<string, readonly string[]>

/**
 * Indexes for each ordering; every ordering ends in the primary key, so that no page repeats or skips a row. An index on
 * the beginning of a text does not hold the text itself, without which PostgreSQL would read every row that it skips;
 * hence two more, one for texts that are no longer than their beginning. `included` names, by field, a column that the
 * index holds as well, because lists are filtered by it.
 */
export const orderingIndexes = (table: string, orderings: Orderings, included: Record<string, string> = {}) =>
  Object.entries(orderings)
    .filter(([field]) => field !== 'id')
    .flatMap(([field, expressions]) => {
      const index = (kind: string, columns: readonly string[], rest = '') => ({
        name: `${table}_by_${kind}${field}`,
        expression: `create index "${table}_by_${kind}${field}" on "${table}" (${[...columns, 'id'].join(', ')})${rest}`,
      })
      const plain = index('', expressions, included[field] ? ` include (${included[field]})` : '')
      if (expressions[0] !== beginning(field)) return [plain]
      return [
        plain,
        index('short_', [field], ` where ${isShort(field)}`),
        index('long_', expressions, ` where ${isLong(field)}`),
      ]
    })

/** Free text is ordered by its first hundred characters, because a longer text does not fit an index row. */
export const beginning = (column: string) => `left(${column}, 100)`

/** The column that the expression is the {@link beginning} of. */
export const columnOfBeginning = (expression: string) => /^left\((\w+), 100\)$/.exec(expression)?.[1]

/** Whether a text is no longer than its {@link beginning}. */
export const isShort = (column: string) => `length(${column}) <= 100`
export const isLong = (column: string) => `length(${column}) > 100`

/** Trigram index that serves {@link contains} over the same expression. */
export const searchIndex = (table: string, searchText: string) => ({
  name: `${table}_search`,
  expression: `create index "${table}_search" on "${table}" using gin ((${searchText}) gin_trgm_ops)`,
})

/** Lower-cased by ICU, the same on every server; parts are separated by a line feed. */
export const searchText = (...parts: string[]) =>
  `lower((${parts.join(" || E'\\n' || ")}) collate "und-x-icu")`

/** What {@link foldedText} puts around a text: accents go, and letters with a stroke become plain ones. */
const fold = [
  'regexp_replace(translate(normalize(',
  `, NFD), 'øłđðħŧı', 'olddhti'), '[\\u0300-\\u036f]', '', 'g')`,
] as const

/** {@link searchText} without accents, so that Perez finds Pérez (D51). */
export const foldedText = (...parts: string[]) => fold.join(searchText(...parts))

/** The column in which tables store it, because to fold the texts of a million rows takes a quarter of a minute. */
export const foldedColumn = 'folded_text collate "C"'

/** Names as "First Last" and as "Last, First" (D37). */
export const bothNames = (first: string, last: string) => [
  `${first} || ' ' || ${last}`,
  `${last} || ', ' || ${first}`,
]

const escaped = (term: string) => term.replace(/[\\%_]/g, '\\$&')

const pattern = (term: string) => sql`(select '%' || lower(${escaped(term)} collate "und-x-icu") || '%')`

/** Case-insensitive contains; `%`, `_` and `\` mean themselves (D37). */
export const contains = (searchText: string, term: string) =>
  sql<boolean>`${sql.raw(searchText)} like ${pattern(term)}`

/** The same by a trigram index, if the term has the three letters that it needs; otherwise all of it would be read. */
export const containsByIndex = (searchText: string, term: string) =>
  ifIndexed(term, contains(searchText, term))

/** {@link containsFolded}, likewise. */
export const containsFoldedByIndex = (folded: string, term: string) =>
  ifIndexed(term.normalize('NFD').replace(/\p{M}/gu, ''), containsFolded(folded, term))

/** Whether an index finds the term: it needs three letters, and PostgreSQL may know no letters but those of ASCII. */
export const isIndexed = (term: string) => /[a-z0-9]{3}/i.test(term)

const ifIndexed = (term: string, condition: RawBuilder<boolean>) =>
  isIndexed(term) ? condition : withoutIndex(condition)

/** Contains, whatever the accents of either (D51); for a column of {@link foldedText}. */
export const containsFolded = (folded: string, term: string) =>
  sql<boolean>`${sql.raw(folded)} like (select
    '%' || ${sql.raw(fold[0])}lower(${escaped(term)} collate "und-x-icu")${sql.raw(fold[1])} || '%')`

/** Row by row: PostgreSQL expects half of the rows to match, and reads them in the order in which they are. */
export const withoutIndex = (condition: RawBuilder<boolean>) => sql<boolean>`coalesce(${condition}, false)`

/** {@link contains}, without the index. */
export const containsWithoutIndex = (searchText: string, term: string) =>
  withoutIndex(contains(searchText, term))

/** Emails match regardless of case (D15), by ICU like all text here. */
export const sameEmail = (column: string, email: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${email} collate "und-x-icu")`
