import { Text } from '@mantine/core'
import { type OperatorAction, operatorActions } from '../../../../../src/logs/events.ts'
import { differences, differencesText, type Values } from '../../language/field-words.ts'
import { type Message, say } from '../../language/text.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { useLive } from '../../live/live.tsx'
import { Lines } from '../../parts/parts.tsx'
import { Differences } from './differences.tsx'
import { Coded, Log, type LogKind, when, why } from './log.tsx'
import { Subjects, subjectsText } from './subjects.tsx'

const { audit } = api.operator

type OperatorEntry = OperatorAnswers['audit']['list']['results'][number]

export function OperatorLog() {
  const { data } = useLive({ name: 'audit.choices', of: audit.choices, input: undefined, every: 60_000 })
  const actors = (data?.actors ?? []).map(({ id, name, email }) => ({ value: id, label: name || email }))
  const actions = operatorActions.map((action) => ({ value: action, label: say(actionWords[action]) }))
  return (
    <Log
      {...operatorLog}
      choices={[
        { name: 'action', label: 'Action', options: actions },
        { name: 'actor', label: 'Operator', options: actors },
      ]}
    />
  )
}

/** The new values, and the ones that they replaced if the entry has them. */
const changesOf = ({ details }: OperatorEntry) => {
  const { before, ...given } = details
  return differences({ before: (before as Values | undefined) ?? null, after: given })
}

export const operatorLog: LogKind<OperatorEntry> = {
  title: 'Operator actions',
  searches: 'Name, email or id of a user, address or reason',
  csv: 'operator-actions',
  log: 'list',
  choices: [],
  about: 'user',
  columns: [
    ...when,
    {
      header: 'Operator',
      cell: ({ actor, actor_name, actor_email }) => (
        <Lines to={`/users/${actor}`} main={actor_name || actor_email} more={actor_email} />
      ),
      value: ({ actor_name }) => actor_name,
      also: { header: 'Email', value: ({ actor_email }) => actor_email },
      ordering: 'actor',
    },
    {
      header: 'Action',
      cell: ({ action }) => <Coded words={say(actionWords[action])} code={action} />,
      value: ({ action }) => say(actionWords[action]),
      ordering: 'action',
    },
    {
      header: 'Target',
      cell: ({ target, subjects }) => <Target target={target} subjects={subjects} />,
      value: ({ target, subjects }) => (subjects.length ? subjectsText(subjects) : target),
    },
    {
      header: 'What changed',
      cell: (entry) => <Differences of={changesOf(entry)} />,
      value: (entry) => differencesText(changesOf(entry)),
    },
    ...why,
  ],
}

/** The names of what was changed; the stored text if it no longer exists. */
const Target = ({ target, subjects }: Pick<OperatorEntry, 'target' | 'subjects'>) =>
  subjects.length ? (
    <Subjects of={subjects} />
  ) : (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {target}
    </Text>
  )

/** What operators do, in words. */
const actionWords = {
  'throttles.reset_key': 'Reset a counter',
  'throttles.set_limit': 'Set a limit',
  'throttles.block': 'Block',
  'throttles.lift': 'Unblock or remove a limit',
  'users.create': 'Create a user',
  'users.set_role': 'Change the role',
  'users.set_flags': 'Change permissions',
  'users.set_password': 'Reset the password',
  'users.deactivate': 'Deactivate a user',
  'users.reactivate': 'Reactivate a user',
  'users.end_session': 'End a session',
  'users.end_sessions': 'End all sessions',
  'machines.create': 'Create a machine',
  'machines.issue_token': 'Give a machine a token',
  'machines.revoke_token': 'Revoke a token',
  'webhooks.create': 'Create a webhook',
  'webhooks.rotate': 'Rotate a webhook’s secret',
  'webhooks.switch_off': 'Switch a webhook off',
  'webhooks.switch_on': 'Switch a webhook on',
  'webhooks.delete': 'Delete a webhook',
  'webhooks.send_again': 'Send a message again',
  'webhooks.test': 'Test a webhook',
  'rules.update': 'Change a rule',
  'rules.set_clinic_cap': 'Set the clinic’s cap',
  'units.set_management': 'Mark a management unit',
  'planning.apply': 'Apply a plan',
  'planning.make': 'Make what was tried',
  'system.run_sweep': 'Run the clean-up',
} as const satisfies Record<OperatorAction, Message>
