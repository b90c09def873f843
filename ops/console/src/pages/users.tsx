import { Anchor, Checkbox, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActionDialog } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Loaded, useLive } from '../live.tsx'
import { Pages } from '../pages-of.tsx'
import { Lines, PageTitle, Panel, State } from '../parts.tsx'
import { ChangeButton } from '../viewer.tsx'
import { momentOf, plural } from '../wording.ts'

export const roles = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER', 'EMPLOYEE'] as const
export type Role = (typeof roles)[number]
type User = OperatorAnswers['users']['list']['results'][number]

const pageSize = 25

export function UsersPage() {
  const [search, setSearch] = useState('')
  const [sought] = useDebouncedValue(search.trim(), 300)
  const [role, setRole] = useState<Role | ''>('')
  const [activity, setActivity] = useState<'' | 'true' | 'false'>('')
  const [page, setPage] = useState(1)
  const [isOpen, setOpen] = useState(false)
  const filter = {
    search: sought || undefined,
    role: role || undefined,
    is_active: activity ? activity === 'true' : undefined,
    page,
    page_size: pageSize,
  }
  const users = useLive(['users', filter], (signal) => api.operator.users.list.query(filter, { signal }))
  return (
    <Stack>
      <PageTitle right={<ChangeButton onClick={() => setOpen(true)}>Create a user …</ChangeButton>}>
        Users
      </PageTitle>
      <Panel title="Who can sign in">
        <Stack>
          <Group align="end">
            <TextInput
              label="Search"
              placeholder="Name or email"
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value)
                setPage(1)
              }}
            />
            <NativeSelect
              label="Role"
              value={role}
              onChange={(event) => {
                setRole(event.currentTarget.value as Role | '')
                setPage(1)
              }}
              data={[{ value: '', label: 'All' }, ...roles]}
            />
            <NativeSelect
              label="State"
              value={activity}
              onChange={(event) => {
                setActivity(event.currentTarget.value as '' | 'true' | 'false')
                setPage(1)
              }}
              data={[
                { value: '', label: 'All' },
                { value: 'true', label: 'Active' },
                { value: 'false', label: 'Deactivated' },
              ]}
            />
          </Group>
          <Loaded query={users} rows={8}>
            {({ count, results }) => (
              <Stack>
                <Text size="sm" c="dimmed">
                  {plural(count, 'user')}
                </Text>
                <DataTable
                  label="Users"
                  rows={results}
                  idOf={({ id }) => id}
                  empty="No user is like that."
                  columns={[
                    {
                      header: 'User',
                      cell: (user) => (
                        <Lines
                          main={
                            <Anchor component={Link} to={`/users/${user.id}`}>
                              {nameOf(user)}
                            </Anchor>
                          }
                          more={user.email}
                        />
                      ),
                    },
                    { header: 'Role', cell: ({ role }) => role },
                    { header: 'Flags', cell: flagsOf },
                    {
                      header: 'State',
                      cell: ({ is_active }) => (
                        <State tone={is_active ? 'good' : 'none'}>
                          {is_active ? 'active' : 'deactivated'}
                        </State>
                      ),
                    },
                    { header: 'Last login', isNumber: true, cell: ({ last_login }) => momentOf(last_login) },
                  ]}
                />
                <Pages count={count} size={pageSize} page={page} onChange={setPage} />
              </Stack>
            )}
          </Loaded>
        </Stack>
      </Panel>
      {isOpen && <CreateDialog onClose={() => setOpen(false)} />}
    </Stack>
  )
}

export const nameOf = (user: Pick<User, 'given_name' | 'family_name' | 'email'>) =>
  `${user.given_name} ${user.family_name}`.trim() || user.email

export const flagsOf = ({ is_staff, is_superuser }: Pick<User, 'is_staff' | 'is_superuser'>) =>
  [is_staff && 'staff', is_superuser && 'superuser'].filter(Boolean).join(', ') || 'none'

const blank = { email: '', given_name: '', family_name: '', password: '' }

function CreateDialog({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState(blank)
  const [role, setRole] = useState<Role>('VIEWER')
  const [is_staff, setStaff] = useState(false)
  const [is_superuser, setSuperuser] = useState(false)
  const field = (name: keyof typeof blank) => ({
    value: fields[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setFields((before) => ({ ...before, [name]: value }))
    },
  })
  return (
    <ActionDialog
      title="Create a user"
      confirm="Create"
      isReady={fields.email.trim() !== ''}
      done={`${fields.email} was created.`}
      act={(reason) => {
        const password = fields.password || undefined
        return api.operator.users.create.mutate({ ...fields, password, role, is_staff, is_superuser, reason })
      }}
      onClose={onClose}
    >
      <TextInput label="Email" type="email" required autoComplete="off" {...field('email')} />
      <Group grow>
        <TextInput label="Given name" autoComplete="off" {...field('given_name')} />
        <TextInput label="Family name" autoComplete="off" {...field('family_name')} />
      </Group>
      <PasswordInput
        label="Password"
        description="Not needed where an identity provider keeps passwords."
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        {...field('password')}
      />
      <NativeSelect
        label="Role"
        description="An EMPLOYEE is tied to their employee record by email."
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
        data={[...roles]}
      />
      <Checkbox
        label="Staff: may enter this console"
        checked={is_staff}
        onChange={(event) => setStaff(event.currentTarget.checked)}
      />
      <Checkbox
        label="Superuser: passes every check"
        checked={is_superuser}
        onChange={(event) => setSuperuser(event.currentTarget.checked)}
      />
    </ActionDialog>
  )
}
