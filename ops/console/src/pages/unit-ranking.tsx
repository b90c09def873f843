import { useMemo } from 'react'
import type { Columns } from '../column.ts'
import { DataTable } from '../data-table.tsx'
import { useText } from '../language/text.ts'
import { Lines } from '../parts.tsx'
import { coveredColumn, hoursColumn, Scale, ShortBar, type TreeUnit } from './coverage-parts.tsx'

type Ranked = TreeUnit & { above: string }

/** The units that hold positions, those with the most hours short first. */
export function UnitRanking({ units }: { units: readonly TreeUnit[] }) {
  const t = useText()
  const ranked = useMemo(() => rank(units), [units])
  const most = Number(ranked[0]?.shortfall_hours ?? 0)
  const columns: Columns<Ranked> = [
    {
      header: 'Unit',
      cell: ({ id, name, above }) => <Lines to={`/coverage/${id}`} main={name} more={above} />,
      value: ({ name }) => name,
    },
    {
      header: 'Short',
      cell: (unit) => <ShortBar unit={unit} most={most} />,
      value: ({ shortfall_hours }) => Number(shortfall_hours),
      numeric: true,
    },
    hoursColumn('Surplus', 'surplus_hours'),
    coveredColumn,
  ]
  return (
    <DataTable
      label={t('Units by hours short')}
      csv="shortages"
      columns={columns}
      rows={ranked}
      first={12}
      empty={t('No unit has positions yet.')}
      note={<Scale />}
    />
  )
}

function rank(units: readonly TreeUnit[]): Ranked[] {
  const names = new Map(units.map(({ id, name }) => [id, name]))
  return units
    .filter(({ unit_type, position_count }) => unit_type === 'UNIT' && position_count > 0)
    .map((unit) => ({ ...unit, above: names.get(unit.parent_id ?? '') ?? '' }))
    .sort((a, b) => Number(b.shortfall_hours) - Number(a.shortfall_hours) || a.name.localeCompare(b.name))
}
