import { Anchor, Breadcrumbs, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ActionDialog } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { PageTitle, Panel, State } from '../parts.tsx'
import { ChangeButton } from '../viewer.tsx'
import { hours, number, words } from '../wording.ts'
import { CoverageFacts, type TreeUnit, UnitTable } from './coverage.tsx'

type Position = OperatorAnswers['coverage']['unit']['positions'][number]

/** One unit: what it lacks, its positions, and the units below it. */
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
          <Panel title="With all below it">
            <CoverageFacts unit={unit} />
          </Panel>
          <Panel title="Positions">
            <Positions positions={positions} />
          </Panel>
          <Panel title="Units below">
            <Loaded query={tree}>{(units) => <UnitTable units={below(units, id)} />}</Loaded>
          </Panel>
        </Stack>
      )}
    </Loaded>
  )
}

/** Units come each followed by all below it. */
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
        <Anchor component={Link} to="/coverage">
          Coverage
        </Anchor>
        {path.map(({ id, name }) => (
          <Anchor key={id} component={Link} to={`/coverage/${id}`}>
            {name}
          </Anchor>
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
      empty="The unit has no active position of its own."
      columns={[
        {
          header: 'Position',
          cell: ({ id, title }) => (
            <Anchor component={Link} to={`/positions/${id}`}>
              {title}
            </Anchor>
          ),
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

function Management({ unit }: { unit: TreeUnit }) {
  const [isOpen, setOpen] = useState(false)
  if (unit.unit_type !== 'UNIT') return null
  const next = !unit.is_management
  const label = next ? 'Mark as management' : 'No longer management'
  return (
    <>
      <ChangeButton size="xs" onClick={() => setOpen(true)}>
        {label} …
      </ChangeButton>
      {isOpen && (
        <ActionDialog
          title={label}
          confirm={label}
          done={next ? `${unit.name} is management.` : `${unit.name} is no longer management.`}
          act={(reason) =>
            api.operator.units.set_management.mutate({ id: unit.id, is_management: next, reason })
          }
          onClose={() => setOpen(false)}
        >
          <Text>
            {next ? 'Marks' : 'Takes the mark from'} <strong>{unit.name}</strong> as a unit of management
            (is_management). Its positions and assignments stay as they are.
          </Text>
        </ActionDialog>
      )}
    </>
  )
}
