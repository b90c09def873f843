import { Text } from '@mantine/core'
import { type Role, roles } from '../../../../../src/accounts/permissions.ts'
import { DialogButton } from '../../dialog/action-dialog.tsx'
import styles from '../../fields/filters.module.css'
import { ClearFilters, Filters, SearchFilter } from '../../fields/filters.tsx'
import { type Message, say } from '../../language/text.ts'
import { listedName, sentence } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { useAddress } from '../../parts/address.ts'
import { Page, PageLink } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { momentColumn } from '../../table/columns.tsx'
import { Choose, PagedPanel, usePaged } from '../../table/paged-list.tsx'
import { CreateUserDialog } from './user-dialogs.tsx'
import { flagsText, standingText, UserState } from './user-parts.tsx'

type ListedUser = OperatorAnswers['users']['list']['results'][number]

const lastLogins = {
  last_7_days: 'In the last 7 days',
  not_for_30_days: 'Not for 30 days',
  not_for_90_days: 'Not for 90 days',
  never: 'Never',
} as const satisfies Record<string, Message>

const blank = {
  search: '',
  role: '' as Role | '',
  is_active: '',
  is_locked: '',
  is_leaver: '',
  is_staff: '',
  is_superuser: '',
  last_login: '' as keyof typeof lastLogins | '',
}

export function UsersPage() {
  const { field, paged } = usePaged({ name: 'users', of: api.operator.users.list, blank })
  return (
    <Page
      title={say('Users')}
      right={
        <DialogButton look="primary" size="sm" dialog={<CreateUserDialog />}>
          {say('Create a user…')}
        </DialogButton>
      }
    >
      <PagedPanel
        title="Who can sign in"
        label="Users"
        filters={
          <Filters names={Object.keys(blank)}>
            <div className={styles.filters}>
              <SearchFilter
                placeholder={say('Name, email or id')}
                w={{ base: '100%', sm: 260 }}
                {...field('search')}
              />
              <Choose label={say('Role')} options={roles} {...field('role')} />
              <ByFlags label={say('State')} choices={states} />
              <ByFlags label={say('Permissions')} choices={permissions} />
              <Choose
                label={say('Last login')}
                options={Object.entries(lastLogins).map(([value, label]) => ({ value, label: say(label) }))}
                {...field('last_login')}
              />
              <ClearFilters names={Object.keys(blank)} />
            </div>
          </Filters>
        }
        paged={paged}
        csv="users"
        personal="users"
        counted="{count, plural, one {# user} other {# users}}"
        empty="There are no users yet."
        columns={columns}
      />
    </Page>
  )
}

type Choice = { label: Message; flags: Partial<Record<keyof typeof blank, string>> }

const states: Choice[] = [
  { label: 'Active', flags: { is_active: 'true' } },
  { label: 'Deactivated', flags: { is_active: 'false' } },
  { label: 'Locked', flags: { is_locked: 'true' } },
  { label: 'Has left, still active', flags: { is_leaver: 'true', is_active: 'true' } },
]

const permissions: Choice[] = [
  { label: 'Staff', flags: { is_staff: 'true' } },
  { label: 'Superuser', flags: { is_superuser: 'true' } },
]

/** A choice that sets several fields of the filter at once. */
function ByFlags({ label, choices }: { label: string; choices: Choice[] }) {
  const { at, go } = useAddress()
  const names = [...new Set(choices.flatMap(({ flags }) => Object.keys(flags)))]
  const chosen = choices.find(({ flags }) =>
    names.every((name) => at(name) === (flags[name as keyof typeof blank] ?? '')),
  )
  const choose = (chosen: string) => {
    const { flags } = choices.find((choice) => choice.label === chosen) ?? { flags: {} }
    go({ ...Object.fromEntries(names.map((name) => [name, ''])), ...flags, page: '' })
  }
  return (
    <Choose
      label={label}
      options={choices.map((choice) => ({ value: choice.label, label: say(choice.label) }))}
      value={chosen?.label ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  )
}

const columns: Columns<ListedUser> = [
  {
    header: 'User',
    cell: (user) => (
      <Text span size="sm" lineClamp={2} maw={320} title={listedName(user)}>
        <PageLink to={`/users/${user.id}`}>{listedName(user)}</PageLink>
      </Text>
    ),
    value: listedName,
    ordering: 'family_name',
  },
  {
    header: 'Email',
    cell: ({ email }) => (
      <Text span size="sm" lineClamp={2} maw={320} style={{ overflowWrap: 'anywhere' }} title={email}>
        {email}
      </Text>
    ),
    value: ({ email }) => email,
    ordering: 'email',
  },
  { header: 'Role', value: ({ role }) => sentence(role), ordering: 'role' },
  { header: 'Permissions', value: flagsText },
  { header: 'State', cell: (user) => <UserState user={user} />, value: standingText, ordering: 'is_active' },
  momentColumn('Last login', 'last_login', { or: 'Never', numeric: true, ordering: 'last_login' }),
]
