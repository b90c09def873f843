import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useContext } from 'react'
import type { Permission } from '../../../../../src/accounts/permissions.ts'
import { say } from '../../language/text.ts'
import { type Answers, api, type Condition } from '../../live/api.ts'
import { type ChangeProps, useMay } from '../../live/viewer.tsx'
import type { Columns } from '../../table/column.ts'
import { ActionDialog, DialogButton, inRow, Refusal } from '../action-dialog.tsx'
import { CloseContext } from '../dialogs.tsx'
import type { Act, Undo } from './acts.ts'

type Props<Input> = Omit<ComponentProps<typeof ActionDialog<Undo>>, 'act' | 'undo'> & {
  act: Act<Input>
  /** What the act takes; the reason may be empty. */
  input: (reason: string) => Input
}

/** Asks for confirmation of an act, which can then be undone for a while. */
export function ActDialog<Input>({ act, input, done, ...dialog }: Props<Input>) {
  const mayUndo = useMay(act.mayUndo ?? act.may)
  return (
    <ActionDialog
      reasonFor="history"
      {...(!mayUndo && { text: say('This cannot be undone.') })}
      {...dialog}
      done={mayUndo ? done : `${done} ${say('This cannot be undone.')}`}
      act={(reason, condition) => act.do(input(reason), condition)}
      undo={(undo) => (mayUndo ? () => undo(say('Undone: {what}', { what: done })) : undefined)}
    />
  )
}

type ButtonProps = Omit<ChangeProps, 'may'> & {
  act: Act<never>
  dialog: ReactNode
  /** What the button is for, such as a person; the label then says so, for a button in a row. */
  of?: string | undefined
  children: string
}

/** A button that opens the dialog of an act; absent for those who may not do it. */
export function ActButton({ act, of, children, ...button }: ButtonProps) {
  const row = of ? inRow(children, `${children} ${of}`) : { children }
  return useMay(act.may) && <DialogButton look="secondary" {...row} {...button} may={act.may} />
}

/** The columns of a table, and after them what can be done with a row by those who may do it. */
export const useActs = <Row,>(columns: Columns<Row>, may: Permission, cell: (row: Row) => ReactNode) =>
  useMay(may) ? [...columns, { header: 'Change', cell } as const] : columns

export type Gets<Row> = { get: { query: (input: { id: string }, options: Condition) => Promise<Row> } }

/** A row as it is stored now, with its `ETag`. */
export async function readStored<Row>({ get }: Gets<Row>, id: string) {
  let etag = ''
  const onETag = (given: string) => {
    etag = given
  }
  const row = await get.query({ id }, { context: { onETag } })
  return { row, etag }
}

type StoredProps<Row> = {
  name: string
  of: Gets<Row>
  id: string
  children: (row: Row, etag: string) => ReactNode
}

/** What a dialog changes, as it is when the dialog opens, and anew when somebody else was faster. */
export function Stored<Row>({ name, of, id, children }: StoredProps<Row>) {
  const close = useContext(CloseContext)
  const { data, error } = useQuery({
    queryKey: ['opened', name, id],
    gcTime: 0,
    queryFn: () => readStored(of, id),
  })
  if (data) return children(data.row, data.etag)
  return (
    error && (
      <Modal opened onClose={close} title={say('Not possible')}>
        <Refusal title={say('This could not be read')} error={error} />
      </Modal>
    )
  )
}

type Kind = 'assignments' | 'employees' | 'employee_tags'
type OpenedProps<K extends Kind> = {
  kind: K
  id: string
  children: (row: Answers[K]['get'], etag: string) => ReactNode
}

/** The same of one of the API's resources. */
export const Opened = <K extends Kind>({ kind, ...props }: OpenedProps<K>) => (
  <Stored name={kind} of={api[kind] as unknown as Gets<Answers[K]['get']>} {...props} />
)

type RowProps<K extends Kind> = { row: Answers[K]['get']; etag: string }

/** The dialog for a row as it is when the dialog opens. */
export const opened =
  <K extends Kind>(kind: K, Dialog: (props: RowProps<K>) => ReactNode) =>
  ({ id }: { id: string }) => (
    <Opened kind={kind} id={id}>
      {(row, etag) => <Dialog row={row} etag={etag} />}
    </Opened>
  )
