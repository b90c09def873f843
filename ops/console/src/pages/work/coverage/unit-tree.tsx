import { useState } from 'react'
import type { TreeUnit } from '../../../fields/choices.tsx'
import { say } from '../../../language/text.ts'
import { PageLink } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { hoursColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import styles from './coverage.module.css'
import { coveredColumn } from './coverage-parts.tsx'

/** The units as a tree that opens and closes; the figures of each include everything below it. */
export function UnitTree({ units }: { units: readonly TreeUnit[] }) {
  const { shown, branch } = useBranches(units)
  const columns: Columns<TreeUnit> = [
    {
      header: 'Unit',
      cell: (unit) => <Node unit={unit} depth={unit.depth - (units[0]?.depth ?? 0)} branch={branch(unit)} />,
      value: ({ name }) => name,
    },
    hoursColumn('Required', 'required_hours'),
    hoursColumn('Short', 'shortfall_hours'),
    hoursColumn('Surplus', 'surplus_hours'),
    coveredColumn,
  ]
  return (
    <DataTable
      label={say('Units')}
      csv="units"
      columns={columns}
      rows={shown}
      // A tree cannot be sorted; its CSV file includes the folded units.
      paged={{
        ordering: '',
        order: () => {},
        fetchAll: async () => ({ rows: units, count: units.length }),
      }}
      empty={say('No sub-units.')}
    />
  )
}

/** Trees with more units start folded. */
const fewUnits = 12

type Branch = { isOpen: boolean; toggle: () => void } | undefined

/** The units with no closed unit above them, and how to open and close a unit with sub-units. */
function useBranches(units: readonly TreeUnit[]) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const parents = new Set(units.map(({ parent_id }) => parent_id))
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const isOpen = ({ id, depth }: TreeUnit) => toggled.has(id) !== (depth === 0 || units.length <= fewUnits)
  const isShown = ({ parent_id }: TreeUnit): boolean => {
    const parent = byId.get(parent_id ?? '')
    return !parent || (isOpen(parent) && isShown(parent))
  }
  const toggle = (id: string) => setToggled((before) => before.symmetricDifference(new Set([id])))
  return {
    shown: units.filter(isShown),
    branch: (unit: TreeUnit): Branch =>
      parents.has(unit.id) ? { isOpen: isOpen(unit), toggle: () => toggle(unit.id) } : undefined,
  }
}

type NodeProps = { unit: TreeUnit; depth: number; branch: Branch }

function Node({ unit, depth, branch }: NodeProps) {
  const marks = [unit.is_management && say('management'), !unit.is_active && say('inactive')].filter(Boolean)
  return (
    <div className={styles.node} style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
      <span className={styles.branch}>
        {branch && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={branch.isOpen}
            aria-label={say('Sub-units of {name}', { name: unit.name })}
            onClick={branch.toggle}
          />
        )}
      </span>
      <span>
        <PageLink to={`/coverage/${unit.id}`}>{unit.name}</PageLink>
        {marks.length > 0 && <span className={styles.more}> {marks.join(', ')}</span>}
      </span>
    </div>
  )
}
