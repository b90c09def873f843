import { Group, Text } from '@mantine/core'
import { type Message, say } from '../../language/text.ts'
import { momentOf, sentence, words } from '../../language/wording.ts'
import type { Answers } from '../../live/api.ts'
import { useMay } from '../../live/viewer.tsx'
import { ActButton, ActDialog, Opened } from './act-dialog.tsx'
import * as acts from './acts.ts'

type Employee = Answers['employees']['get']

type PersonAct = { act: acts.Act<acts.Answering>; label: Message; done: Message }

/** What a status allows. */
const offered: Partial<Record<Employee['status'], PersonAct[]>> = {
  ACTIVE: [{ act: acts.goOnLeave, label: 'Go on leave', done: '{person} is on leave from today.' }],
  ON_LEAVE: [{ act: acts.returnFromLeave, label: 'Return from leave', done: '{person} is back from leave.' }],
  PROPOSAL_PENDING: [
    { act: acts.acceptProposal, label: 'Accept', done: 'The proposal to {person} was accepted.' },
    { act: acts.declineProposal, label: 'Decline', done: 'The proposal to {person} was declined.' },
    { act: acts.withdrawProposal, label: 'Withdraw', done: 'The proposal to {person} was withdrawn.' },
  ],
}

type Props = {
  of: Pick<Employee, 'id' | 'status'>
  /** Names the person, for buttons in a row. */
  label?: string
}

/** What the person's status allows: leave and return, or an answer to a proposal. */
export function PersonActs({ of: { id, status }, label }: Props) {
  const isSuperuser = useMay('act_as_superuser')
  return (
    <Group gap={4} display="inline-flex">
      {offered[status]?.map((one) => {
        const act = one.act === acts.acceptProposal && isSuperuser ? acts.acceptForEmployee : one.act
        return (
          <ActButton
            key={one.label}
            act={act}
            of={label}
            dialog={
              <Opened kind="employees" id={id}>
                {(person, etag) => <PersonDialog {...{ ...one, act, person, etag }} />}
              </Opened>
            }
          >
            {say(one.label)}
          </ActButton>
        )
      })}
    </Group>
  )
}

const nameOf = ({ first_name, last_name }: Employee) => `${first_name} ${last_name}`

const shown = ({ id, status, leave_started_at, current_proposal: proposal }: Employee, etag: string) => ({
  id,
  etag,
  fields: {
    [say('Status')]: words(status),
    [say('On leave since')]: leave_started_at ? momentOf(leave_started_at) : undefined,
    [say('Proposal')]: proposal ? `${words(proposal.proposal_type)}: ${proposal.notes}` : undefined,
  },
})

type DialogProps = PersonAct & { person: Employee; etag: string }

function PersonDialog({ act, label, done, person, etag }: DialogProps) {
  const { current_proposal: proposal, leave_started_at: since } = person
  return (
    <ActDialog
      act={act}
      input={(reason) => ({ id: person.id, reason, proposal, since })}
      title={say(label)}
      subject={nameOf(person)}
      of={shown(person, etag)}
      done={say(done, { person: nameOf(person) })}
    >
      {since && (
        <Text size="sm">
          {acts.onLeaveSince(since)}{' '}
          {act === acts.returnFromLeave &&
            say('Undo starts a new leave today. An expected return date is not restored.')}
        </Text>
      )}
      {proposal && (
        <Text size="sm">
          {sentence(proposal.proposal_type)}: {proposal.notes || say('No notes.')}
        </Text>
      )}
    </ActDialog>
  )
}
