import { NativeSelect } from '@mantine/core'
import { useLive } from '../live/live.tsx'
import { tree } from '../pages/work/coverage/coverage-parts.tsx'

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
