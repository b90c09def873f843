import { type RawBuilder, sql } from 'kysely'

/** The orderings of a list: field -> SQL expressions of its table, tie-breakers included (D36). */
export type Orderings = Record<string, readonly string[]>

/** An index whose name begins with its table's. */
export const index = (table: string, name: string, definition: string) => ({
  name: `${table}_${name}`,
  expression: `create index "${table}_${name}" on "${table}" ${definition}`,
})

/**
 * Indexes for each ordering, which ends in the primary key, so that no page repeats or skips a row. `included` names a
 * column, by field, that the index also holds for lists filtered by it.
 */
export const orderingIndexes = (table: string, orderings: Orderings, included: Record<string, string> = {}) =>
  Object.entries(orderings)
    .filter(([field]) => field !== 'id')
    .map(([field, expressions]) => {
      const include = included[field] ? ` include (${included[field]})` : ''
      return index(table, `by_${field}`, `(${[...expressions, 'id'].join(', ')})${include}`)
    })

/** Those of a log, which is also sealed and watched in the order of transactions. */
export const logIndexes: typeof orderingIndexes = (table, ...orderings) => [
  ...orderingIndexes(table, ...orderings),
  index(table, 'by_transaction', '(transaction_id, id)'),
]

/** Free text is ordered by its first hundred characters, because longer text does not fit into an index row. */
export const beginning = (column: string) => `left(${column}, 100)`

/** Trigram index that serves {@link contains} over the same expression. */
export const searchIndex = (table: string, searchText: string) =>
  index(table, 'search', `using gin ((${searchText}) gin_trgm_ops)`)

/** Lower-cased by ICU, the same on every server; parts are separated by a line feed. */
export const searchText = (...parts: string[]) =>
  `lower((${parts.join(" || E'\\n' || ")}) collate "und-x-icu")`

/** Removes accents, and the strokes of letters such as ø. */
const fold = [
  'regexp_replace(translate(normalize(',
  `, NFD), 'øłđðħŧı', 'olddhti'), '[\\u0300-\\u036f]', '', 'g')`,
] as const

/** {@link searchText} without accents, so that Perez finds Pérez (D51). */
export const foldedText = (...parts: string[]) => fold.join(searchText(...parts))

/** Stored, because folding the texts of a million rows takes 15 seconds. */
export const foldedColumn = 'folded_text collate "C"'

/** Names as "First Last" and as "Last, First" (D37). */
export const bothNames = (first: string, last: string) => [
  `${first} || ' ' || ${last}`,
  `${last} || ', ' || ${first}`,
]

const escaped = (term: string) => term.replace(/[\\%_]/g, '\\$&')

const pattern = (term: string) => sql`(select '%' || lower(${escaped(term)} collate "und-x-icu") || '%')`

/** Matches text that contains the term, ignoring case; `%`, `_` and `\` mean themselves (D37). */
export const contains = (searchText: string, term: string) =>
  sql<boolean>`${sql.raw(searchText)} like ${pattern(term)}`

/** Like {@link contains}, by a trigram index, unless the term is too short: then the whole index would be read. */
export const containsByIndex = (searchText: string, term: string) =>
  ifIndexed(term, contains(searchText, term))

/** Like {@link containsFolded}, by a trigram index, unless the term is too short. */
export const containsFoldedByIndex = (folded: string, term: string) =>
  ifIndexed(term.normalize('NFD').replace(/\p{M}/gu, ''), containsFolded(folded, term))

/** Whether an index finds the term: it needs three letters or digits, and PostgreSQL may know only those of ASCII. */
export const isIndexed = (term: string) => /[a-z0-9]{3}/i.test(term)

const ifIndexed = (term: string, condition: RawBuilder<boolean>) =>
  isIndexed(term) ? condition : withoutIndex(condition)

/** Matches text that contains the term, ignoring case and accents (D51), in a column of {@link foldedText}. */
export const containsFolded = (folded: string, term: string) =>
  sql<boolean>`${sql.raw(folded)} like (select
    '%' || ${sql.raw(fold[0])}lower(${escaped(term)} collate "und-x-icu")${sql.raw(fold[1])} || '%')`

/** The condition for every word of the term, in any order. */
export const everyWord = (term: string, matches: (word: string) => RawBuilder<boolean>) =>
  sql<boolean>`(${sql.join(wordsOf(term).map(matches), sql` and `)})`

/** The first eight words of a search, the longest first; one empty word if there is none. */
export function wordsOf(term: string): [string, ...string[]] {
  const words = term.split(/[\s,]+/).slice(0, 8)
  const [longest = '', ...others] = words.filter(Boolean).sort((a, b) => b.length - a.length)
  return [longest, ...others]
}

/** Tests the condition row by row: PostgreSQL expects half of the rows to match, and reads the list in its order. */
export const withoutIndex = (condition: RawBuilder<boolean>) => sql<boolean>`coalesce(${condition}, false)`

/** Emails match regardless of case (D15), by ICU like all text here. */
export const sameEmail = (column: string, email: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${email} collate "und-x-icu")`
