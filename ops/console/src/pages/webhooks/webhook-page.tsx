import { Group } from '@mantine/core'
import { useNavigate, useParams } from 'react-router'
import { ActionButton, inRow } from '../../dialog/action-dialog.tsx'
import { say } from '../../language/text.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { Facts, Moment, Page, PageLink, Panel, State } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { countColumn, momentColumn } from '../../table/columns.tsx'
import { PagedPanel, usePaged } from '../../table/paged-list.tsx'
import { revealSecret, subjectsText, type Webhook, WebhookState } from './webhook-parts.tsx'

const { webhooks } = api.operator

type Delivery = OperatorAnswers['webhooks']['deliveries']['results'][number]

const path = <PageLink to="/webhooks">{say('Webhooks')}</PageLink>

export function WebhookPage() {
  const { id = '' } = useParams()
  return (
    <Live name="webhooks.get" of={webhooks.get} input={{ id }} every={5000} page={say('Webhook')} path={path}>
      {(webhook) => (
        <Page title={webhook.name} path={path} right={<WebhookState of={webhook} />}>
          <Panel title={say('Webhook')} gap="md">
            <Facts
              of={{
                [say('Address')]: webhook.url,
                [say('Changes of')]: subjectsText(webhook),
                [say('Created')]: <Moment of={webhook.created_at} />,
                [say('Secret')]: <Moment of={webhook.rotated_at ?? webhook.created_at} />,
                [say('Failing since')]: webhook.failing_since && <Moment of={webhook.failing_since} />,
              }}
            />
            <Group gap="xs">
              <Buttons of={webhook} />
            </Group>
          </Panel>
          <Deliveries id={id} />
        </Page>
      )}
    </Live>
  )
}

function Buttons({ of }: { of: Webhook }) {
  const navigate = useNavigate()
  const { id, name, off_reason } = of
  return (
    <>
      <ActionButton
        title={say('Send a test')}
        subject={name}
        text={say('The service sends a message without content. The answer is among the deliveries.')}
        done={say('The test is on its way.')}
        act={(reason) => webhooks.test.mutate({ id, reason })}
      />
      <ActionButton
        title={say('Rotate the secret')}
        needsPassword
        subject={name}
        text={say('For a day, messages are signed with the new secret and with the one before it.')}
        done={say('{name} has a new secret.', { name })}
        act={(reason) => webhooks.rotate.mutate({ id, reason })}
        reveal={revealSecret}
      />
      {off_reason ? <SwitchOn of={of} /> : <SwitchOff of={of} />}
      <ActionButton
        title={say('Delete')}
        subject={name}
        text={say('The webhook and the list of its deliveries are deleted for good.')}
        done={say('{name} is deleted.', { name })}
        isDangerous
        act={(reason) => webhooks.delete.mutate({ id, reason }).then(() => navigate('/webhooks'))}
      />
    </>
  )
}

const SwitchOn = ({ of: { id, name, off_reason } }: { of: Webhook }) => (
  <ActionButton
    title={say('Switch on')}
    subject={name}
    text={
      off_reason === 'BEHIND'
        ? say('The service sends changes from now on. Those before are no longer known.')
        : say('The service goes on with the first change that was not delivered.')
    }
    done={say('{name} is switched on.', { name })}
    act={(reason) => webhooks.switch_on.mutate({ id, reason })}
  />
)

const SwitchOff = ({ of: { id, name } }: { of: Webhook }) => (
  <ActionButton
    title={say('Switch off')}
    subject={name}
    text={say('Nothing is sent until it is switched on again; then all changes since are.')}
    done={say('{name} is switched off.', { name })}
    isDangerous
    act={(reason) => webhooks.switch_off.mutate({ id, reason })}
  />
)

function Deliveries({ id }: { id: string }) {
  const { paged } = usePaged({
    name: 'webhooks.deliveries',
    of: webhooks.deliveries,
    also: { id },
    every: 2000,
  })
  return (
    <PagedPanel
      title="Deliveries of the last 30 days"
      label="Deliveries"
      paged={paged}
      csv="deliveries"
      counted="{count, plural, one {# delivery} other {# deliveries}}"
      empty="Nothing has been sent."
      columns={[
        ...columns,
        { header: 'Action', cell: (delivery) => <SendAgain id={id} delivery={delivery} /> },
      ]}
    />
  )
}

const answerText = ({ sent_at, status, answer }: Delivery) => {
  if (!sent_at) return say('Waits to be sent')
  return [status, answer.slice(0, 200)].filter((part) => part !== null && part !== '').join(' ')
}

const isDelivered = ({ status }: Delivery) => status !== null && status >= 200 && status < 300

const columns: Columns<Delivery> = [
  momentColumn('Sent', 'sent_at', { numeric: true }),
  { header: 'Message', value: ({ type }) => type },
  countColumn('Attempt', 'attempt'),
  {
    header: 'Answer',
    cell: (delivery) => (
      <State tone={!delivery.sent_at ? 'none' : isDelivered(delivery) ? 'good' : 'bad'}>
        {answerText(delivery)}
      </State>
    ),
    value: answerText,
  },
  countColumn('Milliseconds', 'milliseconds'),
]

const SendAgain = ({ id, delivery }: { id: string; delivery: Delivery }) =>
  delivery.is_repeatable && (
    <ActionButton
      button={inRow(say('Send again'), say('Send {message} again', { message: delivery.message_id }))}
      title={say('Send again')}
      subject={delivery.type}
      done={say('The message is on its way.')}
      act={(reason) => webhooks.send_again.mutate({ id, delivery_id: delivery.id, reason })}
      text={say('The message is sent once more, with the same id, outside the order of changes.')}
    />
  )
