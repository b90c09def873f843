import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { type Message, say } from '../language/text.ts'
import { announce } from '../live/announce.tsx'
import { type Columns, fileColumns } from './column.ts'

/** The maximum number of rows in a file. */
export const mostRows = 10_000

/** Fetches all rows of a table up to the limit, with the number of all; reports the share fetched so far. */
export type Fetch<Row> = (
  onShare: (share: number) => void,
) => Promise<{ rows: readonly Row[]; count: number }>

type Props<Row> = { name: string; label: string; columns: Columns<Row>; fetch: Fetch<Row> }

const formats = {
  csv: { label: 'CSV', says: 'Download CSV: {table}' },
  xlsx: { label: 'Excel', says: 'Download Excel: {table}' },
} as const satisfies Record<string, { label: string; says: Message }>

type Format = keyof typeof formats

/** Buttons that save a table as a file, with the rows that match its filters. */
export function Downloads<Row>({ name, label, columns, fetch }: Props<Row>) {
  const [share, setShare] = useState<number>()
  async function download(format: Format) {
    setShare(0)
    try {
      const { rows, count } = await fetch(setShare)
      const { fileOf } = await import('./files.ts')
      save(`${name}.${format}`, await fileOf[format](fileColumns(columns), rows))
      if (rows.length < count)
        announce(
          say(
            'The file has the first {rows, number} of {count, number} rows. Filter the list to get the others.',
            {
              rows: rows.length,
              count,
            },
          ),
        )
    } catch {
      announce(say('The file could not be made. Try again in a moment.'))
    } finally {
      setShare(undefined)
    }
  }
  return (
    <Group gap={0} wrap="nowrap" className="off-paper">
      {share ? say('Downloading… {share, number, percent}', { share }) : null}
      {(Object.keys(formats) as Format[]).map((format) => (
        <Button
          key={format}
          variant="subtle"
          size="compact-sm"
          color="gray"
          c="dimmed"
          aria-label={say(formats[format].says, { table: label })}
          disabled={share !== undefined}
          onClick={() => download(format)}
        >
          {formats[format].label}
        </Button>
      ))}
    </Group>
  )
}

function save(name: string, file: Blob) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
