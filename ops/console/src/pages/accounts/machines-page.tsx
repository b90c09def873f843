import { Text, TextInput } from '@mantine/core'
import { type MachineRole, machineRoles } from '../../../../../src/accounts/permissions.ts'
import { ActionDialog, DialogButton } from '../../dialog/action-dialog.tsx'
import { useFields } from '../../fields/fields.ts'
import styles from '../../fields/filters.module.css'
import { ClearFilters, SearchFilter } from '../../fields/filters.tsx'
import { say } from '../../language/text.ts'
import { sentence } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Moment, Page } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { linkColumn } from '../../table/columns.tsx'
import { Choose, PagedPanel, usePaged } from '../../table/paged-list.tsx'
import { DaysField, LastUse, revealToken, shortId, usualDays } from './machine-tokens.tsx'
import { RoleField, standingText, UserState } from './user-parts.tsx'

type Machine = OperatorAnswers['machines']['list']['results'][number]

const blank = { search: '', role: '' as MachineRole | '' }

export function MachinesPage() {
  const { field, paged } = usePaged({ name: 'machines', of: api.operator.machines.list, blank })
  return (
    <Page
      title={say('Machines')}
      right={
        <DialogButton look="primary" size="sm" dialog={<CreateMachineDialog />}>
          {say('Create a machine…')}
        </DialogButton>
      }
    >
      <PagedPanel
        title="Programs that call the service with tokens"
        label="Machines"
        filters={
          <div className={styles.filters}>
            <SearchFilter
              placeholder={say('Name or id')}
              w={{ base: '100%', sm: 260 }}
              {...field('search')}
            />
            <Choose label={say('Role')} options={machineRoles} {...field('role')} />
            <ClearFilters names={Object.keys(blank)} />
          </div>
        }
        paged={paged}
        csv="machines"
        counted="{count, plural, one {# machine} other {# machines}}"
        empty="There are no machines yet."
        columns={columns}
      />
    </Page>
  )
}

/** The token that was used last, if any was. */
const lastUsed = ({ tokens }: Machine) =>
  tokens.toSorted((a, b) => (b.last_used_at ?? '').localeCompare(a.last_used_at ?? ''))[0]

const columns: Columns<Machine> = [
  { ...linkColumn('Machine', 'name', ({ id }: Machine) => `/users/${id}`), ordering: 'name' },
  { header: 'Role', value: ({ role }) => sentence(role), ordering: 'role' },
  {
    header: 'State',
    cell: (machine) => <UserState user={machine} />,
    value: standingText,
    ordering: 'is_active',
  },
  {
    header: 'Valid until',
    cell: ({ tokens, client_id }) =>
      tokens.length
        ? tokens.map((token) => (
            <div key={token.id}>
              <Moment of={token.expires_at} />
            </div>
          ))
        : (client_id ?? say('No token.')),
    value: ({ tokens }) => tokens.map((token) => `${shortId(token)} ${token.expires_at}`).join(', '),
  },
  {
    header: 'Last use',
    cell: (machine) => <LastUse of={lastUsed(machine)} />,
    value: (machine) => lastUsed(machine)?.last_used_at ?? null,
    kind: 'moment',
    numeric: true,
  },
]

function CreateMachineDialog() {
  const { values, change, text } = useFields({ name: '', role: 'VIEWER' as MachineRole, days: usualDays })
  const { name, role, days } = values
  return (
    <ActionDialog
      title={say('Create a machine')}
      needsPassword
      confirm={say('Create')}
      isReady={name.trim() !== '' && days > 0}
      done={say('{email} was created.', { email: name })}
      act={(reason) => api.operator.machines.create.mutate({ name, role, expires_in_days: days, reason })}
      reveal={revealToken}
    >
      <Text size="sm">
        {say('The machine gets a token, which it sends with every request. It cannot sign in.')}
      </Text>
      <TextInput
        label={say('Name')}
        description={say('What logs call the machine')}
        required
        autoComplete="off"
        {...text('name')}
      />
      <RoleField role={role} of={machineRoles} onChange={(role) => change({ role: role as MachineRole })} />
      <DaysField days={days} onChange={(days) => change({ days })} />
    </ActionDialog>
  )
}
