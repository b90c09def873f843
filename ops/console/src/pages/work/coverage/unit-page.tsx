import { Breadcrumbs, Text } from '@mantine/core'
import { useParams } from 'react-router'
import { ActionButton } from '../../../dialog/action-dialog.tsx'
import type { TreeUnit } from '../../../fields/choices.tsx'
import { say } from '../../../language/text.ts'
import { api, type OperatorAnswers } from '../../../live/api.ts'
import { Follow } from '../../../live/follow.tsx'
import { Live } from '../../../live/live.tsx'
import { Page, PageLink, Panel } from '../../../parts/parts.tsx'
import { bold } from '../../../parts/terms.tsx'
import type { Columns } from '../../../table/column.ts'
import { countColumn, hoursColumn, linkColumn, statusColumn } from '../../../table/columns.tsx'
import { TablePanel } from '../../../table/data-table.tsx'
import { CoverageTotals, PlanLinks, ShortBar } from './coverage-parts.tsx'
import { UnitTree } from './unit-tree.tsx'

/** One unit: its coverage, its positions, and its sub-units. */
export function UnitPage() {
  const { id = '' } = useParams()
  return (
    <Live
      name="coverage.unit"
      of={api.operator.coverage.unit}
      input={{ id }}
      rows={10}
      page={say('Unit')}
      path={<Path path={[]} here={say('Unit')} />}
    >
      {({ unit, etag, path, positions, sub_units }) => (
        <Page
          path={<Path path={path} here={unit.name} />}
          title={unit.name}
          right={unit.unit_type === 'UNIT' && <Management unit={unit} etag={etag} />}
        >
          <Follow query="coverage.unit" />
          <Panel
            title={sub_units.length ? say('Totals, sub-units included') : say('Totals')}
            right={<PlanLinks unit={id} />}
          >
            <CoverageTotals unit={unit} />
          </Panel>
          {unit.unit_type === 'UNIT' && <Positions positions={positions} />}
          {sub_units.length > 0 && (
            <Panel title={say('Sub-units')}>
              <UnitTree units={sub_units} />
            </Panel>
          )}
        </Page>
      )}
    </Live>
  )
}

type PathProps = { path: readonly { id: string; name: string }[]; here: string }

export const Path = ({ path, here }: PathProps) => (
  <nav aria-label={say('Path')}>
    <Breadcrumbs style={{ flexWrap: 'wrap', rowGap: 4 }}>
      <PageLink to="/coverage">{say('Coverage')}</PageLink>
      {path.map(({ id, name }) => (
        <PageLink key={id} to={`/coverage/${id}`}>
          {name}
        </PageLink>
      ))}
      <Text aria-current="page">{here}</Text>
    </Breadcrumbs>
  </nav>
)

type Positions = OperatorAnswers['coverage']['unit']['positions']

function Positions({ positions }: { positions: Positions }) {
  const most = Number(positions[0]?.shortfall_hours ?? 0)
  const columns: Columns<Positions[number]> = [
    linkColumn('Position', 'title', ({ id }: Positions[number]) => `/positions/${id}`),
    statusColumn('State', 'coverage_state'),
    {
      header: 'Short',
      cell: ({ required_weekly_hours: required_hours, shortfall_hours }) => (
        <ShortBar unit={{ required_hours, shortfall_hours }} most={most} />
      ),
      value: ({ shortfall_hours }) => Number(shortfall_hours),
      numeric: true,
    },
    { header: 'FTE short', value: ({ shortfall_fte }) => Number(shortfall_fte), numeric: true },
    hoursColumn('Surplus', 'surplus_hours'),
    hoursColumn('Required', 'required_weekly_hours'),
    hoursColumn('Assigned', 'assigned_hours'),
    countColumn('Assignments', 'assignment_count'),
  ]
  return (
    <TablePanel
      title="Positions"
      csv="positions"
      columns={columns}
      rows={positions}
      first={50}
      empty="This unit has no active positions."
    />
  )
}

type ManagementProps = { unit: TreeUnit; etag: string }

// With a key, because an open dialog must not turn into its opposite when somebody else is faster.
const Management = ({ unit: { id, name, is_management: isMarked }, etag }: ManagementProps) => (
  <ActionButton
    key={String(isMarked)}
    of={{ etag, fields: {} }}
    title={isMarked ? say('Unmark as management') : say('Mark as management')}
    done={
      isMarked
        ? say('{name} is no longer a management unit.', { name })
        : say('{name} is now a management unit.', { name })
    }
    act={(reason, condition) =>
      api.operator.units.set_management.mutate({ id, is_management: !isMarked, reason }, condition)
    }
  >
    <Text>
      {isMarked
        ? say('<b>{name}</b> will no longer be marked as a management unit (is_management).', {
            name,
            b: bold,
          })
        : say('<b>{name}</b> will be marked as a management unit (is_management).', { name, b: bold })}{' '}
      {say('Its positions and assignments stay as they are.')}
    </Text>
  </ActionButton>
)
