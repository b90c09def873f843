import { Alert, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type EmployeeStatus, employeeStatuses } from '../../../../../src/people/employee-lifecycle.ts'
import { ClearFilters, Several, TagFilter, UnitFilter } from '../../fields/filters.tsx'
import { useText } from '../../language/text.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { useAddress } from '../../parts/address.ts'
import { Lines, Note, Page, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { hoursColumn, statusColumn } from '../../table/columns.tsx'
import { Choose, type FieldProps, PagedTable, usePaged } from '../../table/paged-list.tsx'

type ListedPerson = OperatorAnswers['people']['list']['results'][number]
type PeopleQuery = typeof api.operator.people.list.query
type Changed = 'tag_id' | 'org_unit_id' | 'has_unused_hours'
type Asked = Omit<Parameters<PeopleQuery>[0], Changed> & { unit?: string; tag?: string; unused?: string }

const blank = { search: '', unit: '', tag: '', contract_ends: '', certificate_ends: '', unused: '' }
const filters = [...Object.keys(blank), 'status']

const people = {
  query: ({ unit, tag, unused, ...asked }: Asked, options: Parameters<PeopleQuery>[1]) =>
    api.operator.people.list.query(
      { ...asked, org_unit_id: unit, tag_id: tag, has_unused_hours: unused === 'yes' },
      options,
    ),
}

/** Everybody, by status, tag, unit and hours left. */
export function PeoplePage() {
  const t = useText()
  const { all, at, go } = useAddress()
  const statuses = all('status') as EmployeeStatus[]
  const { field, paged } = usePaged({
    name: 'operator.people.list',
    of: people,
    blank,
    also: { status: statuses },
  })
  const answer = paged.query.data
  const hasTooMany = answer && 'has_too_many' in answer && answer.has_too_many === true
  return (
    <Page title={t('People')}>
      <Panel title={t('All people')}>
        <Stack>
          <Group align="end">
            <TextInput
              label={t('Name, number or email')}
              type="search"
              miw="min(18rem, 100%)"
              {...field('search')}
            />
            <UnitFilter label={t('Works in, or below')} name="unit" />
            <TagFilter label={t('Holds the tag')} name="tag" />
            <Ends label={t('Contract ends')} {...field('contract_ends')} />
            <Ends label={t('Certificate ends')} {...field('certificate_ends')} />
          </Group>
          <Several label={t('Status')} name="status" options={employeeStatuses} />
          <Group>
            <Checkbox
              label={t('Has unused hours this week')}
              checked={at('unused') === 'yes'}
              onChange={({ currentTarget }) => go({ unused: currentTarget.checked ? 'yes' : '', page: '' })}
            />
            <ClearFilters names={filters} />
          </Group>
          {hasTooMany ? (
            <TooMany />
          ) : (
            <PeopleFound paged={{ ...paged, isFiltered: paged.isFiltered || statuses.length > 0 }} />
          )}
        </Stack>
      </Panel>
    </Page>
  )
}

type FoundProps = { paged: ReturnType<typeof usePaged<ListedPerson>>['paged'] }

function PeopleFound({ paged }: FoundProps) {
  const t = useText()
  return (
    <>
      <PagedTable
        paged={paged}
        label={t('People')}
        csv="people"
        counted="{count, plural, one {# person} other {# people}}"
        empty={t('There are no employees yet.')}
        columns={columns}
      />
      <Note>
        {t(
          'Hours are those of this week. Balance: contract hours that are not assigned; with a minus, hours above the contract.',
        )}
      </Note>
    </>
  )
}

function TooMany() {
  const t = useText()
  return (
    <Alert title={t('Too many people')}>
      {t(
        'Unused hours are worked out for 10,000 people at most. Choose a unit, a tag or a status, or search for a name.',
      )}
    </Alert>
  )
}

/** Within how many days something ends; another number in the address is kept. */
function Ends({ label, ...field }: FieldProps & { label: string }) {
  const t = useText()
  const known = ['7', '30', '60', '90']
  const days = !field.value || known.includes(field.value) ? known : [...known, field.value]
  return (
    <Choose
      label={label}
      options={days.map((value) => ({
        value,
        label: t('within {count, plural, one {# day} other {# days}}', { count: Number(value) }),
      }))}
      none={t('Any time')}
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
    ordering: 'last_name',
  },
  { header: 'Email', value: ({ email }) => email, ordering: 'email' },
  statusColumn('Status', 'status', { ordering: 'status' }),
  hoursColumn('Contract hours', 'pool_hours', { ordering: 'pool_hours' }),
  hoursColumn('Assigned', 'assigned_hours', { ordering: 'assigned_hours' }),
  hoursColumn('Balance', 'balance', { ordering: 'balance' }),
]
