import { Alert, Group, TextInput, type TextInputProps } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RowSelect, usePersonName, useTagOptions, useTags } from '../../fields/choices.tsx'
import { say } from '../../language/text.ts'
import { dayOf, spokenName, tagText, words } from '../../language/wording.ts'
import { type Answers, api } from '../../live/api.ts'
import { useToday } from '../../live/viewer.tsx'
import { ActButton, ActDialog, opened } from './act-dialog.tsx'
import * as acts from './acts.ts'

type Held = Answers['employee_tags']['get']

const textOf = ({ tag_display_name, tag_name }: Pick<Held, 'tag_display_name' | 'tag_name'>) =>
  tagText(tag_display_name, tag_name)

/** What can be done with something that a person holds; what is over can only be given again. */
export const TagActs = ({ of }: { of: Held }) =>
  of.status === 'ACTIVE' ? (
    <Group gap={4}>
      <RenewButton id={of.id} of={textOf(of)} />
      <ActButton act={acts.revokeTag} of={textOf(of)} look="danger" dialog={<RevokeDialog id={of.id} />}>
        {say('Revoke')}
      </ActButton>
    </Group>
  ) : (
    <ActButton
      act={acts.giveTag}
      of={textOf(of)}
      dialog={<GiveTagDialog employee={of.employee} tag={of.tag} />}
    >
      {say('Give again')}
    </ActButton>
  )

type RenewProps = { id: string; of: string }

/** A button that gives something that a person holds another last day. */
export const RenewButton = ({ id, of }: RenewProps) => (
  <ActButton act={acts.renewTag} of={of} dialog={<RenewDialog id={id} />}>
    {say('Renew')}
  </ActButton>
)

const shown = ({ id, status, start_date, end_date }: Held, etag: string) => ({
  id,
  etag,
  fields: {
    [say('Status')]: words(status),
    [say('From')]: dayOf(start_date),
    [say('To')]: end_date ? dayOf(end_date) : say('open-ended'),
  },
})

const EndField = (field: Pick<TextInputProps, 'label' | 'value' | 'onChange'>) => (
  <TextInput description={say('Leave empty for no end.')} type="date" {...field} />
)

/** The same day of the next year. */
const yearAfter = (date: string) =>
  `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`.replace('-02-29', '-02-28')

const RenewDialog = opened('employee_tags', Renewal)

function Renewal({ row, etag }: { row: Held; etag: string }) {
  const { id, end_date: before } = row
  const [until, setUntil] = useInputState(before ? yearAfter(before) : '')
  const tag = textOf(row)
  return (
    <ActDialog
      act={acts.renewTag}
      input={(reason) => ({ id, end_date: until || null, before, reason })}
      title={say('Renew')}
      subject={`${usePersonName(row.employee)} · ${tag}`}
      of={shown(row, etag)}
      takeOver={() => setUntil(before ?? '')}
      isReady={(until || null) !== before}
      done={
        until
          ? say('{tag} now ends on {date}.', { tag, date: dayOf(until) })
          : say('{tag} no longer has an end.', { tag })
      }
    >
      <EndField label={say('New end')} value={until} onChange={setUntil} />
    </ActDialog>
  )
}

const RevokeDialog = opened('employee_tags', ({ row, etag }) => (
  <ActDialog
    act={acts.revokeTag}
    input={(reason) => ({ id: row.id, reason })}
    title={say('Revoke')}
    isDangerous
    subject={`${usePersonName(row.employee)} · ${textOf(row)}`}
    of={shown(row, etag)}
    done={say('{tag} was revoked.', { tag: textOf(row) })}
  />
))

type GiveProps = {
  employee: string
  /** The id of what is given, or its name; if it is left open, it is chosen in the dialog. */
  tag?: string
  name?: string
}

/** A button that gives a person a qualification or a contract. */
export const GiveTagButton = ({ label, of, ...given }: GiveProps & { label: string; of?: string }) => (
  <ActButton act={acts.giveTag} of={of} dialog={<GiveTagDialog {...given} />}>
    {label}
  </ActButton>
)

function GiveTagDialog({ employee, name, ...given }: GiveProps) {
  const named = useTags().find((tag) => tag.name === name)?.id
  const options = useTagOptions()
  const [chosen, setChosen] = useState(given.tag ?? '')
  const [start_date, setStart] = useInputState(useToday())
  const [until, setUntil] = useInputState('')
  const tag = chosen || named || ''
  const person = usePersonName(employee)
  const what = options.find(({ value }) => value === tag)?.label ?? ''
  return (
    <ActDialog
      act={acts.giveTag}
      input={() => ({ employee, tag, start_date, end_date: until || null })}
      title={say('Add a qualification or contract')}
      confirm={say('Add')}
      subject={person}
      reasonFor="nobody"
      isReady={tag !== '' && start_date !== ''}
      done={say('{person} now has {tag}.', { person: spokenName(person), tag: what })}
    >
      <RowSelect
        label={say('Qualification or contract')}
        value={tag}
        onChange={setChosen}
        options={options}
        none={say('Choose')}
      />
      <TextInput label={say('From')} type="date" value={start_date} onChange={setStart} />
      <EndField label={say('Until')} value={until} onChange={setUntil} />
      <HeldAlready {...{ employee, tag, start_date, until }} />
    </ActDialog>
  )
}

type Wanted = { employee: string; tag: string; start_date: string; until: string }

/** Warns of the same tag in the same time, whose hours the API counts each time. */
function HeldAlready({ employee, tag, start_date, until }: Wanted) {
  const { data } = useQuery({
    queryKey: ['employee_tags.list', employee],
    queryFn: ({ signal }) =>
      api.employee_tags.list.query({ employee_id: employee, status: 'ACTIVE', page_size: 100 }, { signal }),
  })
  const held = data?.results.find(
    (one) =>
      one.tag === tag && (!until || one.start_date <= until) && (!one.end_date || one.end_date >= start_date),
  )
  if (!held) return null
  const from = dayOf(held.start_date)
  return (
    <Alert color="yellow">
      {held.end_date
        ? say('The person already holds this from {from} to {to}.', { from, to: dayOf(held.end_date) })
        : say('The person already holds this from {from} on.', { from })}{' '}
      {Number(held.hours_delta) !== 0 && say('Its hours would count twice.')}
    </Alert>
  )
}
