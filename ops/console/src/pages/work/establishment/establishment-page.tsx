import { Group, Text } from '@mantine/core'
import { UnitChoice } from '../../../fields/filters.tsx'
import { type Message, say } from '../../../language/text.ts'
import { fte, hours, percent } from '../../../language/wording.ts'
import { type Answers, api } from '../../../live/api.ts'
import { Empty, Live } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Facts, Metric, Note, Page, Panel } from '../../../parts/parts.tsx'
import { Terms } from '../../../parts/terms.tsx'
import type { Columns } from '../../../table/column.ts'
import { countColumn, hoursColumn, percentColumn, unitColumn } from '../../../table/columns.tsx'
import { TablePanel } from '../../../table/data-table.tsx'
import { sometimes } from '../../planning/planning-parts.tsx'
import { Trend } from './trend.tsx'

type Establishment = Answers['planning']['establishment']
type Staffed = Establishment['totals']

/** What the units require and have, by qualifications, and the last year. */
export function EstablishmentPage() {
  const unit = useAddress().at('unit') || undefined
  const ask = { input: { org_unit_id: unit }, every: sometimes, keepsPrevious: true }
  return (
    <Page title={say('Establishment')}>
      <Group align="end">
        <UnitChoice />
      </Group>
      <Live name="api.planning.establishment" of={api.planning.establishment} {...ask} rows={12}>
        {(answer) => (
          <>
            <Now of={answer} />
            <Live name="api.planning.history" of={api.planning.history} {...ask} rows={8}>
              {(history) => <Trend history={history} />}
            </Live>
            <Terms title="What these terms mean" of={terms} />
          </>
        )}
      </Live>
    </Page>
  )
}

function Now({ of }: { of: Establishment }) {
  const { units } = of
  if (!units.length) return <Empty>{say('No active position requires hours here.')}</Empty>
  const groups = units.flatMap(({ org_unit_id, org_unit_name, groups }) =>
    groups.map((group) => ({
      ...group,
      org_unit_id,
      org_unit_name,
      id: `${org_unit_id} ${group.tags}`,
      qualifications: group.tags.join(' + '),
    })),
  )
  return (
    <>
      <Totals of={of} />
      <TablePanel
        title="By unit"
        csv="establishment"
        rows={units.map((unit) => ({ id: unit.org_unit_id, ...unit }))}
        empty="No active position requires hours here."
        columns={[unitColumn, ...figures]}
        first={20}
      />
      <TablePanel
        title="By unit and qualifications"
        csv="establishment-qualifications"
        rows={groups}
        empty="No active position requires hours here."
        columns={[
          unitColumn,
          {
            header: 'Qualifications',
            cell: ({ qualifications }) => qualifications || <Text c="dimmed">{say('none required')}</Text>,
            value: ({ qualifications }) => qualifications,
          },
          ...figures,
        ]}
        first={20}
      />
    </>
  )
}

const Totals = ({ of: { totals, unplaced_hours } }: { of: Establishment }) => (
  <Panel title={say('Totals')} gap="md">
    <Metric
      label={say('Vacant')}
      value={`${hours(totals.vacant_hours)} ${fte(totals.vacant_fte)}`}
      more={percent(totals.vacant_pct)}
    />
    <Facts
      of={{
        [say('Required')]: both(totals.required_hours, totals.required_fte),
        [say('Contracted')]: both(totals.contracted_hours, totals.contracted_fte),
        [say('Assigned')]: both(totals.assigned_hours, totals.assigned_fte),
        [say('Secure')]: both(totals.secure_hours, totals.secure_fte),
      }}
    />
    {Number(unplaced_hours) > 0 && (
      <Note>
        {say('People without an assignment have contracts for another {hours}.', {
          hours: hours(unplaced_hours),
        })}
      </Note>
    )}
  </Panel>
)

const both = (inHours: string, inFte: string) => `${hours(inHours)} (${fte(inFte)})`

const figures: Columns<Staffed> = [
  countColumn('Positions', 'positions'),
  hoursColumn('Required', 'required_hours'),
  hoursColumn('Contracted', 'contracted_hours'),
  hoursColumn('Assigned', 'assigned_hours'),
  hoursColumn('Secure', 'secure_hours'),
  hoursColumn('Vacant', 'vacant_hours'),
  { header: 'Vacant FTE', value: ({ vacant_fte }) => Number(vacant_fte), numeric: true },
  percentColumn('Vacant share', 'vacant_pct'),
]

const terms: Message[] = [
  '<b>Contracted</b>: the contract hours of people on duty, less the headroom. Who works in several units counts in each by the hours assigned there.',
  '<b>Assigned</b>: the hours of all active assignments, also of people on leave. <b>Secure</b>: those that can be counted on, as in the forecast.',
  '<b>Vacant</b>: the hours that positions lack. What is too much in one fills nothing in another.',
  'The figures of each unit and of all units below it are kept once a night, for 400 days.',
]
