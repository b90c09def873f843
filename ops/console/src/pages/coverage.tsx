import { List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Empty, Live } from '../live.tsx'
import { Facts, Note, Page, PageLink, Panel } from '../parts.tsx'
import { balanceMeaning, fte, hours, percent, sentence } from '../wording.ts'
import styles from './coverage.module.css'
import { PlanLinks } from './plan-links.tsx'

export type TreeUnit = OperatorAnswers['coverage']['tree'][number]

export const tree = { name: 'coverage.tree', of: api.operator.coverage.tree, input: undefined }

export const CoveragePage = () => (
  <Page title="Coverage">
    <Live {...tree} rows={10}>
      {(units) => (units.length ? <Clinic units={units} /> : <Empty>There are no org units yet.</Empty>)}
    </Live>
    <Meaning />
  </Page>
)

const rootsOf = (units: TreeUnit[]) => units.filter(({ depth }) => depth === 0)

const Clinic = ({ units }: { units: TreeUnit[] }) => (
  <>
    {rootsOf(units).map((root) => (
      <Panel key={root.id} title={root.name} right={<PlanLinks unit={root.id} />}>
        <CoverageFacts unit={root} />
      </Panel>
    ))}
    <Panel title="Map">
      <Stack gap="sm">
        <Note>
          One tile for each unit that has positions. Green: less than 5% of the hours are missing. Yellow:
          less than 20%. Red: 20% or more.
        </Note>
        <CoverageMap units={units} />
      </Stack>
    </Panel>
    <Panel title="All units">
      <UnitTable units={units} />
    </Panel>
  </>
)

/** The hours that a unit and everything below it need, have and lack. */
export const CoverageFacts = ({ unit }: { unit: TreeUnit }) => (
  <Facts
    of={{
      'Needed per week': hours(unit.required_hours),
      Assigned: hours(unit.assigned_hours),
      Short: `${hours(unit.shortfall_hours)}, ${fte(unit.shortfall_fte)}`,
      Covered: percent(unit.coverage_pct),
      Positions: states(unit),
    }}
  />
)

const states = (unit: TreeUnit) =>
  (['vacant', 'partial', 'covered', 'over_covered'] as const)
    .filter((state) => unit[state] > 0)
    .map((state) => `${unit[state]} ${state.replace('_', '-')}`)
    .join(', ') || 'none'

/** How bad the shortfall is, by its share of the hours needed. */
function tone({ required_hours, shortfall_hours }: TreeUnit) {
  const [needed, short] = [Number(required_hours), Number(shortfall_hours)]
  if (needed === 0) return 'none'
  return short / needed < 0.05 ? 'good' : short / needed < 0.2 ? 'low' : 'bad'
}

/** The departments, each with a tile for every lowest unit that has positions. */
function CoverageMap({ units }: { units: TreeUnit[] }) {
  const childrenOf = (id: string) => units.filter(({ parent_id }) => parent_id === id)
  const below = (unit: TreeUnit): TreeUnit[] => {
    const children = childrenOf(unit.id)
    return children.length ? children.flatMap(below) : [unit]
  }
  const departments = rootsOf(units).flatMap(({ id }) => childrenOf(id))
  const needing = departments.filter(({ position_count }) => position_count > 0)
  if (!needing.length) return <Empty>No unit has positions yet.</Empty>
  return (
    <ul className={styles.map} aria-label="Coverage map">
      {needing.map((department) => (
        <li
          key={department.id}
          className={styles.department}
          style={{ flexGrow: Number(department.required_hours) }}
        >
          <PageLink to={`/coverage/${department.id}`} fw={600} c="var(--mantine-color-text)">
            {department.name}
          </PageLink>
          <Text size="sm">{shortText(department)}</Text>
          <ul className={styles.tiles}>
            {below(department)
              .filter(({ position_count }) => position_count > 0)
              .map((unit) => (
                <li key={unit.id} style={{ flexGrow: Math.max(Number(unit.required_hours), 20) }}>
                  <Link
                    to={`/coverage/${unit.id}`}
                    className={styles.tile}
                    style={{ background: `var(--console-tile-${tone(unit)})` }}
                  >
                    <span className={styles.name}>{unit.name}</span>
                    <span>{shortText(unit)}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

const shortText = ({ shortfall_hours, shortfall_fte }: TreeUnit) =>
  Number(shortfall_hours) > 0 ? `${hours(shortfall_hours)} short, ${fte(shortfall_fte)}` : 'no shortfall'

/** The units as a tree that opens and closes; the figures of each include everything below it. */
export function UnitTable({ units }: { units: readonly TreeUnit[] }) {
  const top = Math.min(...units.map(({ depth }) => depth))
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const parents = new Set(units.map(({ parent_id }) => parent_id))
  const isOpen = ({ id, depth }: TreeUnit) => open.has(id) !== (depth === 0)
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const isShown = ({ parent_id }: TreeUnit): boolean => {
    const parent = byId.get(parent_id ?? '')
    return !parent || (isOpen(parent) && isShown(parent))
  }
  const toggle = (id: string) => setOpen((before) => before.symmetricDifference(new Set([id])))
  return (
    <DataTable
      label="Units"
      csv="units"
      rows={units.filter(isShown)}
      empty="No sub-units."
      columns={[
        {
          header: 'Unit',
          cell: (unit) => (
            <div style={{ paddingInlineStart: `${(unit.depth - top) * 1.1}rem` }}>
              {parents.has(unit.id) && (
                <button
                  type="button"
                  className={styles.toggle}
                  aria-expanded={isOpen(unit)}
                  aria-label={`Sub-units of ${unit.name}`}
                  onClick={() => toggle(unit.id)}
                />
              )}
              <PageLink to={`/coverage/${unit.id}`}>{unit.name}</PageLink>
              <Note>
                {sentence(unit.unit_type)} {unit.code}
                {unit.is_management && ', management'}
                {!unit.is_active && ', inactive'}
              </Note>
            </div>
          ),
        },
        { header: 'Positions', cell: states },
        { header: 'Needed', value: (unit) => Number(unit.required_hours), unit: 'h', numeric: true },
        { header: 'Assigned', value: (unit) => Number(unit.assigned_hours), unit: 'h', numeric: true },
        { header: 'Short', value: (unit) => Number(unit.shortfall_hours), unit: 'h', numeric: true },
        { header: 'FTE short', value: (unit) => Number(unit.shortfall_fte), numeric: true },
        { header: 'Covered', value: (unit) => Number(unit.coverage_pct), unit: '%', numeric: true },
      ]}
    />
  )
}

function Meaning() {
  return (
    <Panel title="What these terms mean">
      <List size="sm" spacing={4}>
        <List.Item>
          <strong>Short</strong>: weekly hours that positions need and no one covers. Surplus hours in one
          position do not offset a shortfall in another. One full-time equivalent (FTE) is 40 hours per week.
        </List.Item>
        <List.Item>
          <strong>Vacant</strong>: no hours assigned. <strong>Partial</strong>: fewer hours than needed.{' '}
          <strong>Over-covered</strong>: more hours than needed.
        </List.Item>
        <List.Item>
          A person’s hours balance is something else, and its states are easily misread.{' '}
          <strong>DEFICIT</strong> means {balanceMeaning.DEFICIT}. <strong>SURPLUS</strong> means{' '}
          {balanceMeaning.SURPLUS}.
        </List.Item>
      </List>
    </Panel>
  )
}
