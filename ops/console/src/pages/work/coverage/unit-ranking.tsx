import type { TreeUnit } from '../../../fields/choices.tsx'
import { say } from '../../../language/text.ts'
import { PageLink } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { hoursColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import styles from './coverage.module.css'
import { coveredColumn, ShortBar } from './coverage-parts.tsx'

type RankedUnits = TreeUnit & { above: string | undefined }

/** The units that hold positions, those with the most hours short first. */
export function UnitRanking({ units }: { units: readonly TreeUnit[] }) {
  const ranked = rank(units)
  const most = Number(ranked[0]?.shortfall_hours ?? 0)
  const columns: Columns<RankedUnits> = [
    {
      header: 'Unit',
      cell: ({ id, name, above }) => (
        <>
          <PageLink to={`/coverage/${id}`}>{name}</PageLink>
          {above && <span className={styles.more}> {above}</span>}
        </>
      ),
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
      label={say('Units by hours short')}
      csv="shortages"
      columns={columns}
      rows={ranked}
      first={12}
      empty={say('No unit has positions yet.')}
    />
  )
}

/** Units that share a name are told apart by the unit above them. */
function rank(units: readonly TreeUnit[]): RankedUnits[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const byName = Map.groupBy(units, ({ name }) => name)
  const above = ({ name, parent_id }: TreeUnit) =>
    (byName.get(name)?.length ?? 0) > 1 ? byId.get(parent_id ?? '')?.name : undefined
  return units
    .filter(({ unit_type, position_count }) => unit_type === 'UNIT' && position_count > 0)
    .map((unit) => ({ ...unit, above: above(unit) }))
    .sort((a, b) => Number(b.shortfall_hours) - Number(a.shortfall_hours) || a.name.localeCompare(b.name))
}
