import { Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useSearchParams } from 'react-router'
import { api } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, Shown, useLive } from '../live.tsx'
import { Lines, PageLink, PageTitle, Panel, State } from '../parts.tsx'
import { words } from '../wording.ts'

export const employeeTones = {
  ACTIVE: 'good',
  ONBOARDING: 'none',
  PROPOSAL_PENDING: 'low',
  ON_LEAVE: 'low',
  DEACTIVATED: 'bad',
  TERMINATED: 'none',
} as const

export function PeoplePage() {
  const [parameters, setParameters] = useSearchParams()
  const search = parameters.get('search') ?? ''
  const [sought] = useDebouncedValue(search.trim(), 300)
  const found = useLive(['people', sought], (signal) =>
    api.operator.people.find.query({ search: sought }, { signal }),
  )
  return (
    <Stack>
      <PageTitle>People</PageTitle>
      <Panel title="Find an employee">
        <Stack>
          <TextInput
            label="Name or number"
            type="search"
            value={search}
            onChange={(event) => {
              const { value } = event.currentTarget
              setParameters(value ? { search: value } : {}, { replace: true })
            }}
          />
          <Loaded query={found} rows={8}>
            {({ count, results }) => (
              <>
                <DataTable
                  label="Employees"
                  rows={results}
                  idOf={({ id }) => id}
                  empty={sought ? `No one matches “${sought}”.` : 'There are no employees yet.'}
                  columns={[
                    {
                      header: 'Employee',
                      cell: ({ id, first_name, last_name, employee_number }) => (
                        <Lines
                          main={
                            <PageLink to={`/people/${id}`}>
                              {last_name}, {first_name}
                            </PageLink>
                          }
                          more={employee_number}
                        />
                      ),
                    },
                    { header: 'Email', cell: ({ email }) => email },
                    {
                      header: 'Status',
                      cell: ({ status }) => <State tone={employeeTones[status]}>{words(status)}</State>,
                    },
                    { header: 'Hired', isNumber: true, cell: ({ hire_date }) => hire_date ?? '–' },
                  ]}
                />
                <Shown rows={results} count={count} />
              </>
            )}
          </Loaded>
        </Stack>
      </Panel>
    </Stack>
  )
}
