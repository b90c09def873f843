import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog, DialogButton } from '../../dialog/action-dialog.tsx'
import { say } from '../../language/text.ts'
import { sentence } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { Moment, Page, PageLink, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { PagedTable, usePaged } from '../../table/paged-list.tsx'
import {
  allSubjects,
  revealSecret,
  type Subject,
  subjectsText,
  type Webhook,
  WebhookState,
  webhookText,
} from './webhook-parts.tsx'

export function WebhooksPage() {
  const { paged } = usePaged({ name: 'webhooks', of: api.operator.webhooks.list, every: 5000 })
  return (
    <Page
      title={say('Webhooks')}
      right={
        <DialogButton look="primary" size="sm" dialog={<CreateWebhookDialog />}>
          {say('Create a webhook…')}
        </DialogButton>
      }
    >
      <Panel title={say('Programs that changes are sent to')}>
        <PagedTable
          paged={paged}
          label={say('Webhooks')}
          csv="webhooks"
          counted="{count, plural, one {# webhook} other {# webhooks}}"
          empty={say('There are no webhooks yet.')}
          columns={columns}
        />
      </Panel>
    </Page>
  )
}

const columns: Columns<Webhook> = [
  {
    header: 'Webhook',
    cell: ({ id, name }) => <PageLink to={`/webhooks/${id}`}>{name}</PageLink>,
    value: ({ name }) => name,
    ordering: 'name',
  },
  { header: 'Address', value: ({ url }) => url },
  { header: 'Changes of', value: subjectsText },
  { header: 'State', cell: (webhook) => <WebhookState of={webhook} />, value: webhookText },
  {
    header: 'Last sent',
    cell: ({ last_sent_at }) => <Moment of={last_sent_at} or={say('Never')} />,
    value: ({ last_sent_at }) => last_sent_at,
    kind: 'moment',
    numeric: true,
  },
]

function CreateWebhookDialog() {
  const [{ name, url, subjects }, setWebhook] = useState({ name: '', url: '', subjects: [] as Subject[] })
  const change = (changes: { name?: string; url?: string; subjects?: Subject[] }) =>
    setWebhook((before) => ({ ...before, ...changes }))
  return (
    <ActionDialog
      title={say('Create a webhook')}
      confirm={say('Create')}
      isReady={name.trim() !== '' && url.trim() !== ''}
      done={say('{name} was created.', { name })}
      act={(reason) => api.operator.webhooks.create.mutate({ name, url, subjects, reason })}
      reveal={revealSecret}
    >
      <Text size="sm">
        {say('Every change from now on is sent to the address, with the values before and after it.')}
      </Text>
      <TextInput
        label={say('Name')}
        description={say('What logs call the webhook')}
        required
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextInput
        label={say('Address')}
        type="url"
        required
        autoComplete="off"
        placeholder="https://"
        value={url}
        onChange={({ currentTarget }) => change({ url: currentTarget.value })}
      />
      <Checkbox.Group
        label={say('Changes of')}
        description={say('All, if none is chosen.')}
        value={subjects}
        onChange={(chosen) => change({ subjects: chosen as Subject[] })}
      >
        <Group mt="xs">
          {allSubjects.map((subject) => (
            <Checkbox key={subject} value={subject} label={sentence(subject)} />
          ))}
        </Group>
      </Checkbox.Group>
    </ActionDialog>
  )
}
