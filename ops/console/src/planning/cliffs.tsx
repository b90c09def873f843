import { Group, NativeSelect, Stack } from '@mantine/core'
import { causes } from '../../../../src/planning/forecast/cliff-causes.ts'
import { api } from '../api.ts'
import type { Columns } from '../data-table.tsx'
import { useLive } from '../live.tsx'
import { PagedTable } from '../paged-list.tsx'
import { Lines, PageLink } from '../parts.tsx'
import { hours, plural, sentence } from '../wording.ts'
import { useAddress } from './address.ts'
import type { Cliff, Forecast, Week } from './answers.ts'
import { daysOfMonth, dayText, monthText, weekText } from './days.ts'
import styles from './planning.module.css'
import { sandboxLink } from './sandbox-link.ts'

type Row = Cliff & { id: string }

/** Cliffs as rows of a table. */
export const asRows = (cliffs: Cliff[]): Row[] =>
  cliffs.map((cliff) => ({ id: `${cliff.week} ${cliff.direction} ${cliff.employee}`, ...cliff }))

type Call = typeof api.planning.cliffs.query
const rows = {
  query: async (...call: Parameters<Call>) => {
    const answer = await api.planning.cliffs.query(...call)
    return { count: answer.count, results: asRows(answer.results) }
  },
}

/** The losses of the period in the address, with names and dates. */
export function Cliffs({ forecast: { weeks, cliff_count } }: { forecast: Forecast }) {
  const { at, go } = useAddress()
  const page = Number(at('page')) || 1
  const cause = causes.find((each) => each === at('cause'))
  const period = periodOf(at('period'))
  const query = useLive({
    name: 'planning.cliffs',
    of: rows,
    input: { org_unit_id: at('unit') || undefined, cause, ...period, page, page_size: 25 },
    every: 60_000,
    keepsPrevious: true,
  })
  const setPage = (next: number) => go({ page: next > 1 ? `${next}` : '' })
  return (
    <Stack>
      <Group align="end">
        <PeriodSelect weeks={weeks} count={cliff_count} />
        <NativeSelect
          label="Why"
          value={cause ?? ''}
          onChange={({ currentTarget }) => go({ cause: currentTarget.value, page: '' })}
          data={[
            { value: '', label: 'Any reason' },
            ...causes.map((value) => ({ value, label: sentence(value) })),
          ]}
        />
      </Group>
      <PagedTable
        paged={{ query, isFiltered: !!(period || cause), page, setPage }}
        label="Losses"
        one="loss"
        many="losses"
        empty="Nothing known today reduces the secure hours in the next 26 weeks."
        columns={{ ...date, ...person, ...what }}
        numeric={['Hours']}
      />
    </Stack>
  )
}

function PeriodSelect({ weeks, count }: { weeks: Week[]; count: number }) {
  const { at, go } = useAddress()
  const months = new Set(weeks.flatMap(({ start_date, end_date }) => [start_date, end_date].map(monthOf)))
  return (
    <NativeSelect
      label="When"
      value={at('period')}
      onChange={({ currentTarget }) => go({ period: currentTarget.value, page: '' })}
      data={[
        { value: '', label: `All 26 weeks (${plural(count, 'loss', 'losses')})` },
        { group: 'Months', items: [...months].map((value) => ({ value, label: monthText(value) })) },
        { group: 'Weeks', items: weeks.map(({ week }) => ({ value: week, label: weekText(week) })) },
      ]}
    />
  )
}

const monthOf = (date: string) => date.slice(0, 7)

/** What is asked of a week such as `2027-W05`, or of a month such as `2027-02`. */
function periodOf(period: string) {
  if (/^\d{4}-W\d\d$/.test(period)) return { week: period }
  return /^\d{4}-\d\d$/.test(period) ? daysOfMonth(period) : undefined
}

const date: Columns<Cliff> = {
  Date: ({ date, cause }) => <Lines main={dayText(date)} more={sentence(cause)} />,
}

const person: Columns<Cliff> = {
  Person: ({ employee, employee_name }) => <PageLink to={`/people/${employee}`}>{employee_name}</PageLink>,
}

const what: Columns<Cliff> = {
  'What happens': (cliff) => (
    <>
      {cliff.sentence}
      {cliff.employee_tag && (
        <div>
          <PageLink to={renewed(cliff.employee_tag)} size="sm">
            Try renewing it
          </PageLink>
        </div>
      )}
    </>
  ),
  Hours: ({ hours: lost, direction }) => `${direction === 'LOSS' ? '−' : '+'}${hours(lost)}`,
  Positions: ({ positions }) => (
    <ul className={styles.positions}>
      {positions.map(({ position_id, title, org_unit_name, hours: lost }) => (
        <li key={position_id}>
          <PageLink to={`/positions/${position_id}`} size="sm">
            {`${title}, ${org_unit_name}`}
          </PageLink>{' '}
          {hours(lost)}
        </li>
      ))}
    </ul>
  ),
}

const renewed = (employee_tag: string) =>
  sandboxLink([{ kind: 'TAG_EXTENDED', employee_tag, end_date: null }])

/** The columns of the cliffs of one person. */
export const cliffColumns = { ...date, ...what }
