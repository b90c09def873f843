import { Group, Stack, TextInput } from '@mantine/core'
import { type Role, roles } from '../../../../src/permissions.ts'
import { DialogButton } from '../action-dialog.tsx'
import { api } from '../api.ts'
import type { Columns } from '../column.ts'
import { Choose, PagedTable, usePaged } from '../paged-list.tsx'
import { Lines, Page, Panel } from '../parts.tsx'
import { momentOf } from '../wording.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { flagsOf, nameOf, type User, UserState } from './user-parts.tsx'

const blank = { search: '', role: '' as Role | '', is_active: '' }

export function UsersPage() {
  const { field, paged } = usePaged({
    name: 'users',
    of: {
      query: ({ is_active, ...asked }, options) =>
        api.operator.users.list.query({ ...asked, is_active: is_active && is_active === 'true' }, options),
    },
    blank,
  })
  return (
    <Page
      title="Users"
      right={
        <DialogButton size="sm" dialog={<CreateUserDialog />}>
          Create a user…
        </DialogButton>
      }
    >
      <Panel title="Who can sign in">
        <Stack>
          <Group align="end">
            <TextInput label="Search" placeholder="Name or email" {...field('search')} />
            <Choose label="Role" options={roles} {...field('role')} />
            <Choose
              label="State"
              options={[
                { value: 'true', label: 'Active' },
                { value: 'false', label: 'Deactivated' },
              ]}
              {...field('is_active')}
            />
          </Group>
          <PagedTable
            paged={paged}
            label="Users"
            csv="users"
            counted="{count, plural, one {# user} other {# users}}"
            empty="There are no users yet."
            columns={columns}
          />
        </Stack>
      </Panel>
    </Page>
  )
}

const columns: Columns<User> = [
  {
    header: 'User',
    cell: (user) => <Lines to={`/users/${user.id}`} main={nameOf(user)} more={user.email} />,
  },
  { header: 'Role', value: ({ role }) => role },
  { header: 'Permissions', cell: flagsOf },
  { header: 'State', cell: (user) => <UserState user={user} /> },
  { header: 'Last login', cell: ({ last_login }) => momentOf(last_login), numeric: true },
]
