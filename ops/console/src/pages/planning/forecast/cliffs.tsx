import { Group, NativeSelect, Stack } from '@mantine/core'
import { causes } from '../../../../../../src/planning/forecast/cliff-causes.ts'
import { RenewButton } from '../../../dialog/acts/tag-acts.tsx'
import { useTagWords } from '../../../fields/choices.tsx'
import { daysOfMonth, weekText } from '../../../language/dates.ts'
import { say } from '../../../language/text.ts'
import { dayOf, hours, monthOf, sentence } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { useAddress } from '../../../parts/address.ts'
import { Lines, PageLink } from '../../../parts/parts.tsx'
import type { Column, Columns } from '../../../table/column.ts'
import { personColumn } from '../../../table/columns.tsx'
import { Choose, PagedTable, usePaged } from '../../../table/paged-list.tsx'
import type { Cliff, Forecast, Week } from '../answers.ts'
import { sandboxLink } from '../change-kinds.ts'
import { identified, PositionList, sometimes } from '../planning-parts.tsx'

const idOf = ({ week, direction, employee }: Cliff) => `${week} ${direction} ${employee}`

/** Cliffs as rows of a table. */
export const asRows = (cliffs: Cliff[]) => cliffs.map((cliff) => ({ id: idOf(cliff), ...cliff }))

/** The losses and gains, as rows of a table. */
export const cliffRows = identified(api.planning.cliffs, idOf)

/** The losses of the period in the address, with names and dates. */
export function Cliffs({ forecast: { weeks, cliff_count } }: { forecast: Forecast }) {
  const { at, field } = useAddress()
  const cause = causes.find((each) => each === at('cause'))
  const period = periodOf(at('period'))
  const { paged } = usePaged({
    name: 'planning.cliffs',
    of: cliffRows,
    also: { org_unit_id: at('unit') || undefined, cause, ...period },
    every: sometimes,
  })
  return (
    <Stack>
      <Group align="end">
        <PeriodSelect weeks={weeks} count={cliff_count} />
        <Choose
          label={say('Why')}
          options={causes}
          none={say('Any reason')}
          {...field('cause')}
          value={cause ?? ''}
        />
      </Group>
      <PagedTable
        paged={{ ...paged, isFiltered: !!(period || cause) }}
        label={say('Losses')}
        csv="losses"
        personal="losses"
        counted="{count, plural, one {# loss} other {# losses}}"
        empty={say('Nothing known today reduces the secure hours in the next 26 weeks.')}
        columns={[date, personColumn, ...what]}
      />
    </Stack>
  )
}

function PeriodSelect({ weeks, count }: { weeks: Week[]; count: number }) {
  const { field } = useAddress()
  const months = new Set(
    weeks.flatMap(({ start_date, end_date }) => [start_date, end_date].map(yearAndMonthOf)),
  )
  return (
    <NativeSelect
      label={say('When')}
      {...field('period')}
      data={[
        { value: '', label: say('All 26 weeks ({count, plural, one {# loss} other {# losses}})', { count }) },
        { group: say('Months'), items: [...months].map((value) => ({ value, label: monthOf(value) })) },
        { group: say('Weeks'), items: weeks.map(({ week }) => ({ value: week, label: weekText(week) })) },
      ]}
    />
  )
}

const yearAndMonthOf = (date: string) => date.slice(0, 7)

/** The input for a week such as `2027-W05`, or for a month such as `2027-02`. */
function periodOf(period: string) {
  if (/^\d{4}-W\d\d$/.test(period)) return { week: period }
  return /^\d{4}-\d\d$/.test(period) ? daysOfMonth(period) : undefined
}

const date: Column<Cliff> = {
  header: 'Date',
  cell: ({ date, cause }) => <Lines main={dayOf(date)} more={sentence(cause)} />,
  value: ({ date }) => date,
  kind: 'day',
  also: { header: 'Why', value: ({ cause }) => sentence(cause) },
}

const what: Columns<Cliff> = [
  {
    header: 'What happens',
    cell: (cliff) => (
      <>
        <Event of={cliff} />
        {cliff.employee_tag && (
          <Group gap="xs">
            <PageLink to={renewed(cliff.employee_tag)} size="sm">
              {say('Try renewing it')}
            </PageLink>
            <RenewButton id={cliff.employee_tag} of={`${cliff.tag_name}, ${cliff.employee_name}`} />
          </Group>
        )}
      </>
    ),
    value: eventOf,
  },
  {
    header: 'Hours',
    cell: ({ hours: lost, direction }) => `${direction === 'LOSS' ? '−' : '+'}${hours(lost)}`,
    value: ({ hours: lost, direction }) => (direction === 'LOSS' ? -Number(lost) : Number(lost)),
    numeric: true,
  },
  {
    header: 'Positions',
    cell: ({ positions }) => <PositionList of={positions} />,
    value: ({ positions }) =>
      positions.map((of) => `${of.title}, ${of.org_unit_name}: ${hours(of.hours)}`).join('; '),
  },
]

function Event({ of }: { of: Cliff }) {
  return useTagWords()(eventOf(of), of.tag_name ? [of.tag_name] : [])
}

/** The tag or assignment that ends or begins, and the week from which the hours differ. */
function eventOf({ tag_name, direction, week }: Cliff): string {
  const of = { what: tag_name ?? say('An assignment'), week: weekText(week) }
  return direction === 'LOSS'
    ? say('{what}: from {week} on, these hours are no longer secure.', of)
    : say('{what}: from {week} on, these hours are secure.', of)
}

const renewed = (employee_tag: string) =>
  sandboxLink([{ kind: 'TAG_EXTENDED', employee_tag, end_date: null }])

/** The columns of the cliffs of one person. */
export const cliffColumns = [date, ...what]
