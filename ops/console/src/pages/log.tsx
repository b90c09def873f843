import { Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Columns } from '../data-table.tsx'
import { type FieldProps, type Paged, PagedTable } from '../paged-list.tsx'
import { Lines, Panel } from '../parts.tsx'
import { momentOf, words } from '../wording.ts'

/** What every log can be filtered by. */
export const blank = { search: '', date_from: '', date_to: '' }

type Props<Row> = {
  title: string
  field: (name: keyof typeof blank) => FieldProps
  paged: Paged<Row>
  columns: Columns<Row>
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
        empty="Nothing has been logged yet."
        columns={columns}
      />
    </Stack>
  </Panel>
)

export const when: Columns<{ created_at: string }> = { When: ({ created_at }) => momentOf(created_at) }

export const byAndWhy: Columns<{ actor_name: string; reason: string }> = {
  By: ({ actor_name }) => actor_name || 'System',
  Reason: ({ reason }) => reason || '–',
}

type Tag = { tag_name: string; tag_display_name: string; tag_category: string }

export const tagLines = ({ tag_display_name, tag_name, tag_category }: Tag) => (
  <Lines main={tag_display_name || tag_name} more={words(tag_category)} />
)
