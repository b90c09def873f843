import { Box, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'
import { Empty } from './live.tsx'

/** The cells of each column, by its heading. */
export type Columns<Row> = Record<string, (row: Row) => ReactNode>

export type TableProps<Row> = {
  /** The table's name for screen readers. */
  label: string
  columns: Columns<Row>
  /** The columns that are aligned as numbers. */
  numeric?: readonly string[]
  rows: readonly Row[]
  empty: string
}

export type Identified = { id: string | number }

/** A table that becomes a list of cards on a phone; the roles keep it a table for screen readers. */
export function DataTable<Row extends Identified>({ label, columns, numeric, rows, empty }: TableProps<Row>) {
  if (!rows.length) return <Empty>{empty}</Empty>
  const styleOf = (header: string) => (numeric?.includes(header) ? styles.end : undefined)
  return (
    // Focusable, because a region that scrolls must be reachable by keyboard.
    <Box role="group" className={styles.region} tabIndex={0} aria-label={label}>
      <Table className={styles.table} role="table" aria-label={label}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {Object.keys(columns).map((header) => (
              <Table.Th key={header} role="columnheader" className={styleOf(header)}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr key={row.id} role="row">
              {Object.entries(columns).map(([header, cell]) => (
                <Table.Td key={header} role="cell" data-label={header} className={styleOf(header)}>
                  <div>{cell(row)}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
