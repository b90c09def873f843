import { Button } from '@mantine/core'
import { useState } from 'react'
import { withoutFormulas } from '../../../../src/csv-formulas.ts'
import { say } from '../language/text.ts'
import { number } from '../language/wording.ts'
import { announce } from '../parts/announce.tsx'
import { type Columns, plainOf, type Value } from './column.ts'

/** The maximum number of rows in a file. */
export const mostRows = 10_000

/** Fetches all rows of a table up to the limit, with the number of all; reports the share fetched so far. */
export type Fetch<Row> = (
  onShare: (share: number) => void,
) => Promise<{ rows: readonly Row[]; count: number }>

type Props<Row> = { name: string; label: string; columns: Columns<Row>; fetch: Fetch<Row> }

/** Saves a table as a CSV file, with the rows that match its filters. */
export function CsvButton<Row>({ name, label, columns, fetch }: Props<Row>) {
  const [share, setShare] = useState<number>()
  async function download() {
    setShare(0)
    try {
      const { rows, count } = await fetch(setShare)
      save(`${name}.csv`, await csvOf(columns, rows))
      if (rows.length < count)
        announce(
          say('The file has the first {rows} of {count} rows. Filter the list to get the others.', {
            rows: number(rows.length),
            count: number(count),
          }),
        )
    } catch {
      announce(say('The file could not be made. Try again in a moment.'))
    } finally {
      setShare(undefined)
    }
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      color="gray"
      c="dimmed"
      aria-label={say('Download CSV: {table}', { table: label })}
      disabled={share !== undefined}
      onClick={download}
    >
      {share ? say('Downloading… {share, number, percent}', { share }) : say('Download CSV')}
    </Button>
  )
}

/** The columns that have plain text, with their headings; text that a spreadsheet would run is escaped. */
async function csvOf<Row>(columns: Columns<Row>, rows: readonly Row[]): Promise<string> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const plain = columns.filter((column) => rows.some((row) => plainOf(column, row) !== undefined))
  const lines = rows.map((row) => plain.map((column) => cellOf(plainOf(column, row))))
  const header = plain.map((column) => say(column.header))
  return stringify([header, ...lines], { bom: true })
}

const cellOf = (value: Value | undefined) => (typeof value === 'string' ? withoutFormulas(value) : value)

function save(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
