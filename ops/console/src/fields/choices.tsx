import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Answers, api, type OperatorAnswers } from '../live/api.ts'
import { useLive } from '../live/live.tsx'

export type TreeUnit = OperatorAnswers['coverage']['tree'][number]

/** All units, each after the one above it, with the hours below it. */
export const tree = { name: 'coverage.tree', of: api.operator.coverage.tree, input: undefined }

/** The clinic's units by name, each indented below the one that it belongs to. */
export function useUnits() {
  const { data = [] } = useLive({ ...tree, every: 60_000 })
  return data.map(({ id, name, depth }) => ({
    value: id,
    name,
    label: `${'\u2003'.repeat(depth)}${name}`,
  }))
}

type Props = { label: string; none: string; value: string; onChange: (id: string) => void }

export function UnitSelect({ none, onChange, ...field }: Props) {
  const units = useUnits()
  return (
    <NativeSelect
      {...field}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: none }, ...units.map(({ value, label }) => ({ value, label }))]}
    />
  )
}

export type Tag = Answers['tags']['list']['results'][number]

/** The active tags of the catalogue. */
export function useTags(): Tag[] {
  const { data = [] } = useQuery({ queryKey: ['tags'], queryFn: readTags, staleTime: 60_000 })
  return data
}

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

/** An id of a row that is stored, unlike one that a scenario adds. */
const isStored = (id: string) => id.length === 36

/** The name of an employee; empty for none, and until it is known. */
export function usePersonName(id: string): string {
  const employee = { name: 'employees.get', of: api.employees.get, input: { id } }
  const { data } = useLive({ ...employee, every: rarely, isWanted: isStored(id) })
  return data ? `${data.last_name}, ${data.first_name}` : ''
}

/** The name of a position with its unit; empty for none, and until it is known. */
export function usePositionName(id: string): string {
  const position = { name: 'position', of: api.positions.get, input: { id } }
  const { data } = useLive({ ...position, every: rarely, isWanted: isStored(id) })
  return data ? `${data.title}, ${data.org_unit_name}` : ''
}
