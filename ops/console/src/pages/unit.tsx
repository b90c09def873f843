import { Breadcrumbs, Stack, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { ActionDialog } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { PageLink, PageTitle, Panel, State } from '../parts.tsx'
import { DialogButton } from '../viewer.tsx'
import { hours, number, words } from '../wording.ts'
import { CoverageFacts, type TreeUnit, UnitTable } from './coverage.tsx'

type Position = OperatorAnswers['coverage']['unit']['positions'][number]

/** One unit: its coverage, its positions, and its sub-units. */
export function UnitPage() {
  const { id = '' } = useParams()
  const found = useLive(['coverage', id], (signal) => api.operator.coverage.unit.query({ id }, { signal }))
  const tree = useLive(['coverage'], (signal) => api.operator.coverage.tree.query(undefined, { signal }))
  return (
    <Loaded query={found} rows={10}>
      {({ unit, path, positions }) => (
        <Stack>
          <Path path={path} here={unit.name} />
          <PageTitle right={<Management unit={unit} />}>{unit.name}</PageTitle>
          <Panel title="Totals, including sub-units">
            <CoverageFacts unit={unit} />
          </Panel>
          <Panel title="Positions">
            <Positions positions={positions} />
          </Panel>
          <Panel title="Sub-units">
            <Loaded query={tree}>{(units) => <UnitTable units={below(units, id)} />}</Loaded>
          </Panel>
        </Stack>
      )}
    </Loaded>
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

export function Path({ path, here }: { path: readonly { id: string; name: string }[]; here: string }) {
  return (
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
}

export const positionTones = { VACANT: 'bad', PARTIAL: 'low', COVERED: 'good', OVER_COVERED: 'none' } as const

function Positions({ positions }: { positions: Position[] }) {
  return (
    <DataTable
      label="Positions"
      rows={positions}
      idOf={({ id }) => id}
      empty="This unit has no active positions of its own."
      columns={[
        {
          header: 'Position',
          cell: ({ id, title }) => <PageLink to={`/positions/${id}`}>{title}</PageLink>,
        },
        {
          header: 'State',
          cell: ({ coverage_state }) => (
            <State tone={positionTones[coverage_state]}>{words(coverage_state)}</State>
          ),
        },
        { header: 'Assignments', isNumber: true, cell: ({ assignment_count }) => assignment_count },
        { header: 'Needed', isNumber: true, cell: (position) => hours(position.required_weekly_hours) },
        { header: 'Assigned', isNumber: true, cell: (position) => hours(position.assigned_hours) },
        { header: 'Short', isNumber: true, cell: (position) => hours(position.shortfall_hours) },
        { header: 'FTE short', isNumber: true, cell: (position) => number(position.shortfall_fte) },
      ]}
    />
  )
}

function Management({ unit: { id, name, unit_type, is_management } }: { unit: TreeUnit }) {
  if (unit_type !== 'UNIT') return null
  const label = is_management ? 'Unmark as management' : 'Mark as management'
  const will = is_management ? 'will no longer be' : 'will be'
  return (
    <DialogButton
      dialog={(onClose) => (
        <ActionDialog
          title={label}
          confirm={label}
          done={`${name} is ${is_management ? 'no longer' : 'now'} a management unit.`}
          act={(reason) =>
            api.operator.units.set_management.mutate({ id, is_management: !is_management, reason })
          }
          onClose={onClose}
        >
          <Text>
            <strong>{name}</strong> {will} marked as a management unit (is_management). Its positions and
            assignments stay as they are.
          </Text>
        </ActionDialog>
      )}
    >
      {`${label}…`}
    </DialogButton>
  )
}
