import { Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useSearchParams } from 'react-router'
import { api } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Live, Shown } from '../live.tsx'
import { Lines, Page, Panel, Status } from '../parts.tsx'

export function PeoplePage() {
  const [parameters, setParameters] = useSearchParams()
  const text = parameters.get('search') ?? ''
  const [search] = useDebouncedValue(text.trim(), 300)
  return (
    <Page title="People">
      <Panel title="Find an employee">
        <Stack>
          <TextInput
            label="Name or number"
            type="search"
            value={text}
            onChange={(event) => {
              const { value } = event.currentTarget
              setParameters(value ? { search: value } : {}, { replace: true })
            }}
          />
          <Live name="people.find" of={api.operator.people.find} input={{ search }} rows={8}>
            {({ count, results }) => (
              <>
                <DataTable
                  label="Employees"
                  csv="people"
                  rows={results}
                  empty={search ? `No one matches “${search}”.` : 'There are no employees yet.'}
                  columns={[
                    {
                      header: 'Employee',
                      cell: ({ id, first_name, last_name, employee_number }) => (
                        <Lines
                          to={`/people/${id}`}
                          main={`${last_name}, ${first_name}`}
                          more={employee_number}
                        />
                      ),
                    },
                    { header: 'Email', value: ({ email }) => email },
                    { header: 'Status', cell: ({ status }) => <Status of={status} /> },
                    { header: 'Hired', cell: ({ hire_date }) => hire_date ?? '–', numeric: true },
                  ]}
                />
                <Shown rows={results} count={count} />
              </>
            )}
          </Live>
        </Stack>
      </Panel>
    </Page>
  )
}
