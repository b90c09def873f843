import { NativeSelect } from '@mantine/core'
import { useLive } from '../live/live.tsx'
import { api, type OperatorAnswers } from '../live/api.ts'

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
