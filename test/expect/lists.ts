import { expect } from 'vitest'

// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
type Row = any
type Answer = { status: number; body: Row }
type Client = { get(path: string): Promise<Answer> }

/** Every row of a list in its order, read page by page along the `next` links. */
export async function everyRow(client: Client, path: string, pageSize = 100): Promise<Row[]> {
  const rows: Row[] = []
  let next: string | null = `${path}${path.includes('?') ? '&' : '?'}page_size=${pageSize}`
  while (next) {
    const answer: Answer = await client.get(next)
    expect(answer.status).toBe(200)
    rows.push(...answer.body.results)
    next = answer.body.next && pathOf(answer.body.next)
    if (!next) expect(answer.body.count).toBe(rows.length)
  }
  return rows
}

/** A link of an envelope as a path that a client takes. */
export function pathOf(link: string) {
  const { pathname, search } = new URL(link)
  return pathname + search
}

/**
 * Every ordering sorts by its field, nulls last, equal values by id at the latest; descending is its exact
 * reverse, and small pages neither repeat nor skip a row. Fields come from the detail representation.
 */
export async function expectOrderings(client: Client, path: string, fields: readonly string[]) {
  const ids = (await everyRow(client, path)).map(({ id }) => id)
  const details = await Promise.all(ids.map(async (id) => (await client.get(`${path}${id}/`)).body))
  const byId = new Map<string, Row>(details.map((row) => [row.id, row]))
  for (const field of fields) {
    const ascending = (await everyRow(client, `${path}?ordering=${field}`)).map(({ id }) => id)
    const values = ascending.map((id) => comparedPart(byId.get(id)[field]))
    expect(values, `ordering=${field}`).not.toContain(undefined)
    expect(values, `ordering=${field}`).toEqual([...values].sort(compare))
    expect(new Set(values).size, `distinct values of ${field}`).toBeGreaterThan(1)
    const descending = (await everyRow(client, `${path}?ordering=-${field}`)).map(({ id }) => id)
    expect(descending, `ordering=-${field}`).toEqual([...ascending].reverse())
    const pageSize = Math.ceil(ids.length / 6)
    const paged = (await everyRow(client, `${path}?ordering=${field}`, pageSize)).map(({ id }) => id)
    expect(paged, `ordering=${field}, ${pageSize} by ${pageSize}`).toEqual(ascending)
  }
}

/** Free text is ordered by its first hundred characters. */
const comparedPart = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : value)

const collator = new Intl.Collator('en')
const decimal = /^-?\d+\.\d\d$/

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b)
  return decimal.test(a) ? Number(a) - Number(b) : collator.compare(a, b)
}

/** The refusal of an ordering that the list does not take (D9). */
export const notAnOrdering = (ordering: string) => ({
  ordering: [`Select a valid choice. ${ordering} is not one of the available choices.`],
})
