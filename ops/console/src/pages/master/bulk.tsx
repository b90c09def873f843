import { Checkbox, Group, List, Progress, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CoverageError, toCoverageError } from '../../../../../client/src/contract/error.ts'
import type { Permission } from '../../../../../src/accounts/permissions.ts'
import { ActionDialog, DialogButton } from '../../dialog/action-dialog.tsx'
import { readStored } from '../../dialog/acts/act-dialog.tsx'
import type { Undo } from '../../dialog/acts/acts.ts'
import { Reasons } from '../../language/reasons.tsx'
import { type Message, say } from '../../language/text.ts'
import { announce, undoAll } from '../../live/announce.tsx'
import type { Condition } from '../../live/api.ts'
import { isUnanswered, noAnswerYet } from '../../live/live.tsx'
import { Note } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { type Paged, PagedTable } from '../../table/paged-list.tsx'
import type { Resource, Row } from './resources.ts'

type Work = {
  may: Permission
  /** The button and the dialog, with the number of rows. */
  title: Message
  confirm: Message
  done: Message
  isReady?: boolean
  isDangerous?: boolean
  fields: ReactNode
  /** Whether a row can be changed so; all can by default. */
  isFor?: (row: Row) => boolean
  /** What is changed of each row, and what must be as the list shows it. */
  calls: Resource['calls']
  seen: readonly string[]
  act: (row: Row, condition: Condition) => Promise<Undo>
}

type Props = {
  paged: Paged<Row>
  columns: Columns<Row>
  label: string
  csv: string
  counted: Message
  empty: string
  personal: 'people'
  nameOf: (row: Row) => string
  work: Work
}

/** A list whose rows are ticked, to change all of them the same way. */
export function BulkList({ paged, columns, nameOf, work, ...list }: Props) {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const tick = (rows: readonly Row[], isTicked: boolean) =>
    setTicked((before) => {
      const after = new Map(before)
      for (const row of rows) isTicked ? after.set(row.id, row) : after.delete(row.id)
      return after
    })
  const { isFor = () => true } = work
  const rows = (paged.query.data?.results ?? []).filter(isFor)
  const ticks: Columns<Row> = [
    {
      header: 'Chosen',
      cell: (row) =>
        (isFor(row) || ticked.has(row.id)) && (
          <Checkbox
            mx="sm"
            aria-label={say('Choose {name}', { name: nameOf(row) })}
            checked={ticked.has(row.id)}
            onChange={({ currentTarget }) => tick([row], currentTarget.checked)}
          />
        ),
    },
  ]
  return (
    <>
      <Group>
        <Checkbox
          label={say('Choose all of this page')}
          checked={rows.length > 0 && rows.every(({ id }) => ticked.has(id))}
          onChange={({ currentTarget }) => tick(rows, currentTarget.checked)}
        />
        <DialogButton
          may={work.may}
          look="primary"
          size="sm"
          why={ticked.size ? undefined : say('Choose some first.')}
          dialog={
            <BulkDialog
              {...work}
              rows={[...ticked.values()]}
              nameOf={nameOf}
              onDone={(row) => tick([row], false)}
            />
          }
        >
          {`${say(work.title, { count: ticked.size })}…`}
        </DialogButton>
      </Group>
      <PagedTable {...list} paged={paged} columns={[...ticks, ...columns]} />
    </>
  )
}

type DialogProps = Work & { rows: Row[]; nameOf: (row: Row) => string; onDone: (row: Row) => void }

type Changed = { name: string; undo: Undo }

type Failed = { row: Row; error: CoverageError }

function BulkDialog({ rows: given, nameOf, onDone, ...work }: DialogProps) {
  // The rows leave the list one by one while the dialog is open.
  const [rows] = useState(given)
  const [count, setCount] = useState(0)
  async function act() {
    const changed: Changed[] = []
    const failed: Failed[] = []
    for (const [index, row] of rows.entries()) {
      setCount(index + 1)
      await changeOne(row, work).then(
        (undo) => {
          changed.push({ name: nameOf(row), undo })
          onDone(row)
        },
        (thrown) => failed.push({ row, error: toCoverageError(thrown) }),
      )
    }
    // The dialog stays open for what failed, so it does not announce what was done.
    if (failed.length && changed.length)
      announce(doneText(changed.length), () => undoRows(changed, doneText(changed.length)))
    return { failed, changed }
  }
  const doneText = (count: number) => say(work.done, { count })
  return (
    <ActionDialog
      title={say(work.title, { count: rows.length })}
      confirm={say(work.confirm)}
      reasonFor="nobody"
      isReady={work.isReady ?? true}
      isDangerous={work.isDangerous ?? false}
      done={doneText(rows.length)}
      act={act}
      undo={({ changed }) =>
        () =>
          undoRows(changed, doneText(changed.length))
        }
      reveal={({ failed }) =>
        failed.length > 0 && <Failures of={failed} total={rows.length} nameOf={nameOf} />
      }
    >
      <List size="sm" mah={160} style={{ overflow: 'auto' }}>
        {rows.map((row) => (
          <List.Item key={row.id}>{nameOf(row)}</List.Item>
        ))}
      </List>
      {work.fields}
      {count > 0 && <Progress value={(100 * count) / rows.length} aria-label={say('Progress')} />}
    </ActionDialog>
  )
}

const undoRows = (changed: Changed[], what: string) =>
  undoAll(
    changed,
    ({ undo }) => undo(say('Undone: {what}', { what })),
    (left, total) => {
      const names = left.map(({ name }) => name).join('; ')
      return say('{count, number} of {total, number} could not be undone: {names}', {
        count: left.length,
        total,
        names,
      })
    },
  )

/** Changes a row, unless somebody else has changed what the list shows of it. */
async function changeOne(row: Row, { calls, seen, act }: Work) {
  const { row: now, etag } = await readStored(calls, row.id)
  if (seen.some((name) => now[name] !== row[name]))
    throw new CoverageError(say('Somebody else has changed this meanwhile'), { status: 412 })
  return act(row, { context: { ifMatch: etag } })
}

type FailuresProps = { of: Failed[]; total: number; nameOf: (row: Row) => string }

const Failures = ({ of, total, nameOf }: FailuresProps) => (
  <>
    <Text role="alert">
      {say('{count, number} of {total, number} could not be changed:', { count: of.length, total })}
    </Text>
    <List size="sm">
      {of.map(({ row, error }) => (
        <List.Item key={row.id}>
          {nameOf(row)}: {isUnanswered(error) ? say(noAnswerYet) : <Reasons of={error} />}
        </List.Item>
      ))}
    </List>
    <Note>{say('They are still chosen.')}</Note>
  </>
)
