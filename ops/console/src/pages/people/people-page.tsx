import { Alert, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type EmployeeStatus, employeeStatuses } from '../../../../../src/people/employee-lifecycle.ts'
import { ClearFilters, Filters, Several, TagFilter, UnitsFilter } from '../../fields/filters.tsx'
import { say } from '../../language/text.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { type FieldProps, useAddress } from '../../parts/address.ts'
import { Lines, Note, Page, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { hoursColumn, statusColumn } from '../../table/columns.tsx'
import { Choose, type Paged, PagedTable, usePaged } from '../../table/paged-list.tsx'

type ListedPerson = OperatorAnswers['people']['list']['results'][number]

const blank = { search: '', contract_ends: '', certificate_ends: '' }
const filters = [...Object.keys(blank), 'unit', 'tag', 'unused', 'status']

/** All people, by status, tag, unit and hours left. */
export function PeoplePage() {
  const { all, at, go } = useAddress()
  const { field, paged } = usePaged({
    name: 'operator.people.list',
    of: api.operator.people.list,
    blank,
    also: {
      status: all('status') as EmployeeStatus[],
      org_unit_ids: all('unit'),
      tag_id: at('tag') || undefined,
      has_unused_hours: at('unused') === 'yes',
    },
  })
  const answer = paged.query.data
  const hasTooMany = answer && 'has_too_many' in answer && answer.has_too_many === true
  return (
    <Page title={say('People')}>
      <Panel title={say('All people')} gap="md">
        <Filters names={filters}>
          <Stack>
            <Group align="end">
              <TextInput
                label={say('Name, number or email')}
                type="search"
                miw="min(18rem, 100%)"
                {...field('search')}
              />
              <UnitsFilter label={say('Works in, with sub-units')} name="unit" />
              <TagFilter label={say('Holds the tag')} name="tag" />
              <Ends label={say('Contract ends')} {...field('contract_ends')} />
              <Ends label={say('Certificate ends')} {...field('certificate_ends')} />
            </Group>
            <Several label={say('Status')} name="status" options={employeeStatuses} />
            <Group>
              <Checkbox
                label={say('Has unused hours this week')}
                checked={at('unused') === 'yes'}
                onChange={({ currentTarget }) => go({ unused: currentTarget.checked ? 'yes' : '', page: '' })}
              />
              <ClearFilters names={filters} />
            </Group>
          </Stack>
        </Filters>
        {hasTooMany ? <TooMany /> : <PeopleFound paged={{ ...paged, isFiltered: filters.some(at) }} />}
      </Panel>
    </Page>
  )
}

const PeopleFound = ({ paged }: { paged: Paged<ListedPerson> }) => (
  <>
    <PagedTable
      paged={paged}
      label={say('People')}
      csv="people"
      personal="people"
      counted="{count, plural, one {# person} other {# people}}"
      empty={say('There are no employees yet.')}
      columns={columns}
    />
    <Note>
      {say(
        'Hours are those of this week. Balance: contract hours that are not assigned; with a minus, hours above the contract.',
      )}
    </Note>
  </>
)

const TooMany = () => (
  <Alert title={say('Too many people')}>
    {say(
      'Unused hours are worked out for 10,000 people at most. Choose a unit, a tag or a status, or search for a name.',
    )}
  </Alert>
)

/** A filter for what ends within some days; it also offers the number of days in the address. */
function Ends({ label, ...field }: FieldProps & { label: string }) {
  const known = ['7', '30', '60', '90']
  const days = !field.value || known.includes(field.value) ? known : [...known, field.value]
  return (
    <Choose
      label={label}
      options={days.map((value) => ({
        value,
        label: say('within {count, plural, one {# day} other {# days}}', { count: Number(value) }),
      }))}
      none={say('Any time')}
      {...field}
    />
  )
}

const columns: Columns<ListedPerson> = [
  {
    header: 'Person',
    cell: ({ id, first_name, last_name, employee_number }) => (
      <Lines to={`/people/${id}`} main={`${last_name}, ${first_name}`} more={employee_number} />
    ),
    value: ({ first_name, last_name }) => `${last_name}, ${first_name}`,
    also: { header: 'Number', value: ({ employee_number }) => employee_number },
    ordering: 'last_name',
  },
  { header: 'Email', value: ({ email }) => email, ordering: 'email' },
  statusColumn('Status', 'status', { ordering: 'status' }),
  hoursColumn('Contract hours', 'pool_hours', { ordering: 'pool_hours' }),
  hoursColumn('Assigned', 'assigned_hours', { ordering: 'assigned_hours' }),
  hoursColumn('Balance', 'balance', { ordering: 'balance' }),
]
