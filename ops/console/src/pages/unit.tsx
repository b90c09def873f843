import { Breadcrumbs, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { ActionButton } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Live, Loaded, useLive } from '../live.tsx'
import { Page, PageLink, Panel, Status } from '../parts.tsx'
import { CoverageFacts, type TreeUnit, tree, UnitTable } from './coverage.tsx'
import { PlanLinks } from './plan-links.tsx'

/** One unit: its coverage, its positions, and its sub-units. */
export function UnitPage() {
  const { id = '' } = useParams()
  const all = useLive(tree)
  return (
    <Live name="coverage.unit" of={api.operator.coverage.unit} input={{ id }} rows={10}>
      {({ unit, path, positions }) => (
        <Page
          path={<Path path={path} here={unit.name} />}
          title={unit.name}
          right={unit.unit_type === 'UNIT' && <Management unit={unit} />}
        >
          <Panel title="Totals, including sub-units" right={<PlanLinks unit={id} />}>
            <CoverageFacts unit={unit} />
          </Panel>
          <Positions positions={positions} />
          <Panel title="Sub-units">
            <Loaded query={all}>{(units) => <UnitTable units={below(units, id)} />}</Loaded>
          </Panel>
        </Page>
      )}
    </Live>
  )
}

/** Each unit in the list is followed by everything below it. */
function below(units: TreeUnit[], id: string): TreeUnit[] {
  const start = units.findIndex((unit) => unit.id === id)
  const depth = units[start]?.depth ?? 0
  const after = units.slice(start + 1)
  const end = after.findIndex((unit) => unit.depth <= depth)
  return end < 0 ? after : after.slice(0, end)
}

type PathProps = { path: readonly { id: string; name: string }[]; here: string }

export const Path = ({ path, here }: PathProps) => (
  <nav aria-label="Path">
    <Breadcrumbs style={{ flexWrap: 'wrap', rowGap: 4 }}>
      <PageLink to="/coverage">Coverage</PageLink>
      {path.map(({ id, name }) => (
        <PageLink key={id} to={`/coverage/${id}`}>
          {name}
        </PageLink>
      ))}
      <Text aria-current="page">{here}</Text>
    </Breadcrumbs>
  </nav>
)

const Positions = ({ positions }: Pick<OperatorAnswers['coverage']['unit'], 'positions'>) => (
  <Panel title="Positions">
    <DataTable
      label="Positions"
      csv="positions"
      rows={positions}
      empty="This unit has no active positions of its own."
      columns={[
        { header: 'Position', cell: ({ id, title }) => <PageLink to={`/positions/${id}`}>{title}</PageLink> },
        { header: 'State', cell: ({ coverage_state }) => <Status of={coverage_state} /> },
        { header: 'Assignments', value: ({ assignment_count }) => assignment_count, numeric: true },
        {
          header: 'Needed',
          value: ({ required_weekly_hours }) => Number(required_weekly_hours),
          unit: 'h',
          numeric: true,
        },
        {
          header: 'Assigned',
          value: ({ assigned_hours }) => Number(assigned_hours),
          unit: 'h',
          numeric: true,
        },
        {
          header: 'Short',
          value: ({ shortfall_hours }) => Number(shortfall_hours),
          unit: 'h',
          numeric: true,
        },
        { header: 'FTE short', value: ({ shortfall_fte }) => Number(shortfall_fte), numeric: true },
      ]}
    />
  </Panel>
)

const Management = ({ unit: { id, name, is_management: isMarked } }: { unit: TreeUnit }) => (
  <ActionButton
    title={isMarked ? 'Unmark as management' : 'Mark as management'}
    done={`${name} is ${isMarked ? 'no longer' : 'now'} a management unit.`}
    act={(reason) => api.operator.units.set_management.mutate({ id, is_management: !isMarked, reason })}
  >
    <Text>
      <strong>{name}</strong> will {isMarked ? 'no longer be' : 'be'} marked as a management unit
      (is_management). Its positions and assignments stay as they are.
    </Text>
  </ActionButton>
)
