import { Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from '../data-table.tsx'
import { type FieldProps, type Paged, PagedTable } from '../paged-list.tsx'
import { Panel } from '../parts.tsx'
import { momentOf } from '../wording.ts'

/** What every log can be filtered by. */
export const blank = { search: '', date_from: '', date_to: '' }

type Props<Row> = {
  title: string
  field: (name: keyof typeof blank) => FieldProps
  paged: Paged<Row>
  columns: Column<Row>[]
  /** More filters. */
  children: ReactNode
}

export const Log = <Row extends { id: number }>({ title, field, paged, columns, children }: Props<Row>) => (
  <Panel title={title}>
    <Stack>
      <Group align="end">
        <TextInput label="Search" type="search" {...field('search')} />
        {children}
        <TextInput label="From" type="date" {...field('date_from')} />
        <TextInput label="To" type="date" {...field('date_to')} />
      </Group>
      <PagedTable
        paged={paged}
        label={title}
        one="entry"
        many="entries"
        idOf={({ id }) => id}
        empty="Nothing has been logged yet."
        columns={columns}
      />
    </Stack>
  </Panel>
)

export const when: Column<{ created_at: string }> = {
  header: 'When',
  cell: ({ created_at }) => momentOf(created_at),
}

export const byAndWhy: Column<{ actor_name: string; reason: string }>[] = [
  { header: 'By', cell: ({ actor_name }) => actor_name || 'System' },
  { header: 'Reason', cell: ({ reason }) => reason || '–' },
]
