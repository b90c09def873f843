import { Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Columns } from '../column.ts'
import { type FieldProps, type Paged, PagedTable } from '../paged-list.tsx'
import { Lines, Panel } from '../parts.tsx'
import { momentOf, words } from '../wording.ts'

/** What every log can be filtered by. */
export const blank = { search: '', date_from: '', date_to: '' }

type Props<Row> = {
  title: string
  csv: string
  field: (name: keyof typeof blank) => FieldProps
  paged: Paged<Row>
  columns: Columns<Row>
  /** More filters. */
  children: ReactNode
}

export const Log = <Row extends { id: number }>({
  title,
  csv,
  field,
  paged,
  columns,
  children,
}: Props<Row>) => (
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
        csv={csv}
        counted="{count, plural, one {# entry} other {# entries}}"
        empty="Nothing has been logged yet."
        columns={columns}
      />
    </Stack>
  </Panel>
)

export const when: Columns<{ created_at: string }> = [
  { header: 'When', cell: ({ created_at }) => momentOf(created_at) },
]

export const byAndWhy: Columns<{ actor_name: string; reason: string }> = [
  { header: 'By', cell: ({ actor_name }) => actor_name || 'System' },
  { header: 'Reason', cell: ({ reason }) => reason || '–' },
]

type Tag = { tag_name: string; tag_display_name: string; tag_category: string }

export const tagLines = ({ tag_display_name, tag_name, tag_category }: Tag) => (
  <Lines main={tag_display_name || tag_name} more={words(tag_category)} />
)
