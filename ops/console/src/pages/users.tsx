import { Group, Stack, TextInput } from '@mantine/core'
import { type Role, roles } from '../../../../src/permissions.ts'
import { api } from '../api.ts'
import type { Column } from '../data-table.tsx'
import { Choose, PagedTable, usePaged } from '../paged-list.tsx'
import { Lines, PageLink, PageTitle, Panel } from '../parts.tsx'
import { DialogButton } from '../viewer.tsx'
import { momentOf } from '../wording.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { flagsOf, nameOf, type User, UserState } from './user-parts.tsx'

export function UsersPage() {
  const blank = { search: '', role: '' as Role | '', is_active: '' }
  const { field, paged } = usePaged(['users'], blank, ({ is_active, ...asked }, signal) =>
    api.operator.users.list.query({ ...asked, is_active: is_active && is_active === 'true' }, { signal }),
  )
  return (
    <Stack>
      <PageTitle
        right={
          <DialogButton size="sm" dialog={(onClose) => <CreateUserDialog onClose={onClose} />}>
            Create a user…
          </DialogButton>
        }
      >
        Users
      </PageTitle>
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
            one="user"
            many="users"
            idOf={({ id }) => id}
            empty="There are no users yet."
            columns={columns}
          />
        </Stack>
      </Panel>
    </Stack>
  )
}

const columns: Column<User>[] = [
  {
    header: 'User',
    cell: (user) => (
      <Lines main={<PageLink to={`/users/${user.id}`}>{nameOf(user)}</PageLink>} more={user.email} />
    ),
  },
  { header: 'Role', cell: ({ role }) => role },
  { header: 'Permissions', cell: flagsOf },
  { header: 'State', cell: (user) => <UserState user={user} /> },
  { header: 'Last login', isNumber: true, cell: ({ last_login }) => momentOf(last_login) },
]
