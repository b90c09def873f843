import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tagText } from '../language/wording.ts'
import { type Answers, api, type OperatorAnswers } from '../live/api.ts'
import { useLive } from '../live/live.tsx'

export type TreeUnit = OperatorAnswers['coverage']['tree'][number]

/** All units, parents before children, with the total hours of each subtree. */
export const tree = { name: 'coverage.tree', of: api.operator.coverage.tree, input: undefined }

/** The clinic's units by name, each indented below the one that it belongs to. */
export function useUnits() {
  const { data = [] } = useLive({ ...tree, every: 60_000 })
  return data.map(({ id, name, depth, unit_type }) => ({
    value: id,
    name,
    unit_type,
    label: `${'\u2003'.repeat(depth)}${name}`,
  }))
}

type SelectProps = {
  label: string
  value: string
  onChange: (id: string) => void
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** The text shown when nothing is chosen. */
  none: string
  error?: ReactNode
  disabled?: boolean
  withAsterisk?: boolean
}

/** A list to choose the id of one row from, or none. */
export const RowSelect = ({ onChange, options, none, ...input }: SelectProps) => (
  <NativeSelect
    {...input}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data={[{ value: '', label: none }, ...options]}
  />
)

type UnitProps = Omit<SelectProps, 'options'> & {
  /** Whether only units that can have positions may be chosen. */
  isForPosition?: boolean
}

export const UnitSelect = ({ isForPosition = false, ...props }: UnitProps) => (
  <RowSelect
    {...props}
    options={useUnits().map(({ value, label, unit_type }) => ({
      ...{ value, label },
      disabled: isForPosition && unit_type !== 'UNIT',
    }))}
  />
)

export type Tag = Answers['tags']['list']['results'][number]

/** The active tags of the catalogue. */
export function useTags(): Tag[] {
  const { data = [] } = useQuery({ queryKey: ['tags'], queryFn: readTags, staleTime: 60_000 })
  return data
}

/** The long name of a tag by its code. */
export type TagName = (code: string) => string

export function useTagNames(): TagName {
  const names = new Map(useTags().map(({ name, display_name }) => [name, display_name || name]))
  return (code) => names.get(code) ?? code
}

/** Writes the tags of a text by their long names instead of their codes. */
export function useTagWords() {
  const nameOf = useTagNames()
  return (text: string, codes: readonly string[]) => {
    const longestFirst = codes.toSorted((a, b) => b.length - a.length).map(RegExp.escape)
    return longestFirst.length ? text.replace(new RegExp(longestFirst.join('|'), 'g'), nameOf) : text
  }
}

/** The tags to choose from, by both their names. */
export const useTagOptions = () =>
  useTags().map(({ id, name, display_name }) => ({ value: id, label: tagText(display_name, name) }))

async function readTags({ signal }: { signal: AbortSignal }): Promise<Tag[]> {
  const tags: Tag[] = []
  for (let page = 1; ; page++) {
    const { results, next } = await api.tags.list.query(
      { page, page_size: 100, ordering: 'name' },
      { signal },
    )
    tags.push(...results.filter(({ is_active }) => is_active))
    if (!next) return tags
  }
}

const rarely = 600_000

/** Whether the id is of a stored row, not of one that a scenario adds. */
const isStored = (id: string) => id.length === 36

/** The name of an employee; empty if there is none or it is still loading. */
export function usePersonName(id: string): string {
  const employee = { name: 'employees.get', of: api.employees.get, input: { id } }
  const { data } = useLive({ ...employee, every: rarely, isWanted: isStored(id) })
  return data ? `${data.last_name}, ${data.first_name}` : ''
}

/** The name of a position with its unit; empty if there is none or it is still loading. */
export function usePositionName(id: string): string {
  const position = { name: 'position', of: api.positions.get, input: { id } }
  const { data } = useLive({ ...position, every: rarely, isWanted: isStored(id) })
  return data ? `${data.title}, ${data.org_unit_name}` : ''
}
