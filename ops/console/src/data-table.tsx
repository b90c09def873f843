import { Box, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'
import { Empty } from './live.tsx'

export type Column<Row> = { header: string; cell: (row: Row) => ReactNode; isNumber?: boolean }

export type TableProps<Row> = {
  /** The table's name for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string | number
  empty: string
}

/** A table that becomes a list of cards on a phone; the roles keep it a table for screen readers. */
export function DataTable<Row>({ label, columns, rows, idOf, empty }: TableProps<Row>) {
  if (!rows.length) return <Empty>{empty}</Empty>
  return (
    // Focusable, because a region that scrolls must be reachable by keyboard.
    <Box role="group" className={styles.region} tabIndex={0} aria-label={label}>
      <Table className={styles.table} role="table" aria-label={label}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ header, isNumber }) => (
              <Table.Th key={header} role="columnheader" className={isNumber ? styles.end : undefined}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr key={idOf(row)} role="row">
              {columns.map(({ header, cell, isNumber }) => (
                <Table.Td
                  key={header}
                  role="cell"
                  data-label={header}
                  className={isNumber ? styles.end : undefined}
                >
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
