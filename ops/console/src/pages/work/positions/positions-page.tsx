import { Group, Stack } from '@mantine/core'
import { type CoverageState, coverageStates } from '../../../../../../src/work/coverage.ts'
import {
  ClearFilters,
  Filters,
  SearchFilter,
  Several,
  TagFilter,
  UnitFilter,
} from '../../../fields/filters.tsx'
import { say } from '../../../language/text.ts'
import { api, type OperatorAnswers } from '../../../live/api.ts'
import { useAddress } from '../../../parts/address.ts'
import { Lines, Page, PageLink } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { countColumn, hoursColumn, statusColumn, unitColumn } from '../../../table/columns.tsx'
import { Choose, PagedPanel, usePaged } from '../../../table/paged-list.tsx'

type ListedPosition = OperatorAnswers['positions']['list']['results'][number]
const filters = ['search', 'unit', 'tag', 'active', 'state']

/** Every position with its hours, by state, unit and tag. */
export function PositionsPage() {
  const { all, at, field } = useAddress()
  const use = at('active') || 'yes'
  const { paged } = usePaged({
    name: 'operator.positions.list',
    of: api.operator.positions.list,
    blank: { search: '' },
    also: {
      coverage_state: all('state') as CoverageState[],
      org_unit_id: at('unit') || undefined,
      tag_id: at('tag') || undefined,
      is_active: use === 'all' ? undefined : use === 'yes',
    },
  })
  return (
    <Page title={say('Positions')}>
      <PagedPanel
        title="All positions"
        label="Positions"
        filters={
          <Filters names={filters}>
            <Stack>
              <Several label={say('State')} name="state" options={coverageStates} />
              <Group align="end">
                <SearchFilter placeholder={say('Title')} {...field('search')} />
                <UnitFilter label={say('Unit, with its sub-units')} name="unit" />
                <TagFilter label={say('Required tag')} name="tag" />
                <Choose
                  label={say('Show')}
                  options={[
                    { value: 'no', label: say('Out of use') },
                    { value: 'all', label: say('In use or not') },
                  ]}
                  none={say('In use')}
                  {...field('active')}
                />
                <ClearFilters names={filters} />
              </Group>
            </Stack>
          </Filters>
        }
        paged={{ ...paged, isFiltered: filters.some(at) }}
        csv="positions"
        counted="{count, plural, one {# position} other {# positions}}"
        empty="There are no positions yet."
        columns={columns}
      />
    </Page>
  )
}

const columns: Columns<ListedPosition> = [
  {
    header: 'Position',
    cell: ({ id, title, is_active }) =>
      is_active ? (
        <PageLink to={`/positions/${id}`}>{title}</PageLink>
      ) : (
        <Lines to={`/positions/${id}`} main={title} more={say('out of use')} />
      ),
    value: ({ title }) => title,
    ordering: 'title',
  },
  { ...unitColumn, ordering: 'org_unit_name' },
  statusColumn('State', 'coverage_state', { ordering: 'coverage_state' }),
  hoursColumn('Required', 'required_weekly_hours', { ordering: 'required_weekly_hours' }),
  hoursColumn('Assigned', 'assigned_hours', { ordering: 'assigned_hours' }),
  hoursColumn('Short', 'shortfall_hours', { ordering: 'shortfall_hours' }),
  hoursColumn('Surplus', 'surplus_hours', { ordering: 'surplus_hours' }),
  countColumn('People', 'assignment_count', { ordering: 'assignment_count' }),
]
