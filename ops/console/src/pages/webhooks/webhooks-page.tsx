import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { ActionDialog, DialogButton } from '../../dialog/action-dialog.tsx'
import { useFields } from '../../fields/fields.ts'
import { say } from '../../language/text.ts'
import { sentence } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { Page } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { linkColumn, momentColumn } from '../../table/columns.tsx'
import { PagedPanel, usePaged } from '../../table/paged-list.tsx'
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
      <PagedPanel
        title="Programs that changes are sent to"
        label="Webhooks"
        paged={paged}
        csv="webhooks"
        counted="{count, plural, one {# webhook} other {# webhooks}}"
        empty="There are no webhooks yet."
        columns={columns}
      />
    </Page>
  )
}

const columns: Columns<Webhook> = [
  { ...linkColumn('Webhook', 'name', ({ id }: Webhook) => `/webhooks/${id}`), ordering: 'name' },
  { header: 'Address', value: ({ url }) => url },
  { header: 'Changes of', value: subjectsText },
  { header: 'State', cell: (webhook) => <WebhookState of={webhook} />, value: webhookText },
  momentColumn('Last sent', 'last_sent_at', { or: 'Never', numeric: true }),
]

function CreateWebhookDialog() {
  const { values, change, text } = useFields({ name: '', url: '', subjects: [] as Subject[] })
  const { name, url, subjects } = values
  return (
    <ActionDialog
      title={say('Create a webhook')}
      needsPassword
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
        {...text('name')}
      />
      <TextInput
        label={say('Address')}
        type="url"
        required
        autoComplete="off"
        placeholder="https://"
        {...text('url')}
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
