import { Alert, Group, Modal, PasswordInput, Stack, Text, Textarea, type TextareaProps } from '@mantine/core'
import { getHotkeyHandler, useInputState } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CoverageError } from '../../../../client/src/contract/error.ts'
import { Reasons } from '../language/reasons.tsx'
import { say } from '../language/text.ts'
import { announce, PartlyUndone } from '../live/announce.tsx'
import { api, type Condition } from '../live/api.ts'
import { isUnanswered, noAnswerYet, passing } from '../live/live.tsx'
import { ConfirmAtProvider, useIsElsewhere } from '../live/provider.tsx'
import { troubleOf, useStores } from '../live/readiness.ts'
import { ChangeButton, type ChangeProps } from '../live/viewer.tsx'
import { Button } from '../parts/button.tsx'
import { type Shown, useConditionalChange } from './conditional-change.tsx'
import { CloseContext, useDialog } from './dialogs.tsx'

type Dialog<T> = {
  title: string
  /** The label of the confirming button; the title by default. */
  confirm?: string
  isDangerous?: boolean
  /** Whether the fields above the reason are complete. */
  isReady?: boolean
  /** The person, user or thing that the action is about. */
  subject?: string
  /** What will happen. */
  text?: string
  /** The fields, and more about what will happen. */
  children?: ReactNode
  /** The change; on the condition that what the dialog was opened with has not changed, if `of` says what that is. */
  act: (reason: string, condition: Condition) => Promise<T>
  /** What is changed, as the page shows it now. */
  of?: Shown
  /** Puts the current values into the fields above the reason. */
  takeOver?: () => void
  /** Shown once it is done. */
  done: string
  /** The title above a refusal; by default it says that nothing was changed. */
  refused?: string
  /** What takes it back. */
  undo?: (answer: T) => (() => Promise<unknown>) | undefined
  /** Where the reason goes: to the operators, who must give one, to the history, or, as notes, to what is changed. */
  reasonFor?: keyof typeof reasons | 'nobody'
  /** Whether the service wants the operator's password for it, unless they have just given it. */
  needsPassword?: boolean
  /** What the dialog shows afterwards, if anything; otherwise it closes. */
  reveal?: (answer: T) => ReactNode
}

/** A {@link ChangeButton} that opens a dialog. */
export function DialogButton({ dialog, ...button }: ChangeProps & { dialog: ReactNode }) {
  return <ChangeButton {...button} onClick={useDialog(dialog)} />
}

type ActionProps<T> = Dialog<T> & { button?: ChangeProps; why?: string | undefined }

/** A button for a change that takes only a reason; `button` says what is not as usual about it. */
export const ActionButton = <T,>({ why, button, ...dialog }: ActionProps<T>) => (
  <DialogButton
    why={why}
    look={dialog.isDangerous ? 'danger' : 'secondary'}
    dialog={<ActionDialog {...dialog} />}
    {...button}
  >
    {button?.children ?? `${dialog.confirm ?? dialog.title}…`}
  </DialogButton>
)

/** A small button in the row of a table, whose label names the row. */
export const inRow = (children: string, label: string): ChangeProps => {
  return { children, 'aria-label': label, size: 'compact-xs', look: 'secondary' }
}

/** Asks for confirmation and a reason before anything is changed. Open for as long as it is mounted. */
export function ActionDialog<T>(dialog: Dialog<T>) {
  const returnFocus = useFocusReturn()
  const close = useContext(CloseContext)
  const [state, setState] = useState<'untouched' | 'typed' | 'in doubt' | 'done'>('untouched')
  const isDraft = state === 'typed' || state === 'in doubt'
  return (
    <Modal
      opened
      // Escape or a click outside must not discard typed text or a password that is shown once.
      onClose={() => (isDraft ? setState('in doubt') : close())}
      closeOnClickOutside={state !== 'done'}
      closeOnEscape={state !== 'done'}
      title={dialog.title}
      size="lg"
      returnFocus={false}
    >
      <ActionForm
        {...dialog}
        onTouch={() => setState('typed')}
        onDone={() => setState('done')}
        onRefreshed={returnFocus}
      />
      {state === 'in doubt' && <Discard discard={close} keep={() => setState('typed')} />}
    </Modal>
  )
}

// Scrolling there would lose the reader’s place.
const focus = (element: HTMLElement | null | undefined) => element?.focus({ preventScroll: true })
const focusInside = (group: HTMLElement | null) => focus(group?.querySelector('button'))
const focusField = () => focus(document.querySelector<HTMLElement>('[role=dialog] [data-autofocus]'))

/** Asks whether to discard what has been typed. */
const Discard = ({ discard, keep }: { discard: () => void; keep: () => void }) => (
  <Alert color="gray" role="alert" mt="md" title={say('Discard what you typed?')}>
    <Group ref={focusInside}>
      <Button
        onClick={() => {
          // The button vanishes with the question.
          focusField()
          keep()
        }}
      >
        {say('Keep editing')}
      </Button>
      <Button look="danger" onClick={discard}>
        {say('Discard')}
      </Button>
    </Group>
  </Alert>
)

/** Where the focus is; if that goes, its table, or else the page. */
export function focusPlaces() {
  const opener = document.activeElement
  return [opener, opener?.closest('[role=group]') ?? null, document.getElementById('main')]
}

/** Returns the focus to what opened the dialog. */
function useFocusReturn() {
  const [places] = useState(focusPlaces)
  useEffect(() => () => void setTimeout(() => focusFirst(places)), [places])
  // A row that opened the dialog may vanish later, when the page shows the change.
  return () => void setTimeout(() => document.activeElement === document.body && focusFirst(places))
}

export const focusFirst = (places: (Element | null)[]) =>
  focus(places.find((place) => place?.isConnected) as HTMLElement | undefined)

/** The dialog’s focus goes to its first field, or else its first button, rather than to what closes it. */
function markFirst(form: HTMLFormElement | null) {
  const first = form?.querySelector('input, select, textarea') ?? form?.querySelector('button')
  first?.setAttribute('data-autofocus', '')
}

type FormProps<T> = Dialog<T> & { onTouch: () => void; onDone: () => void; onRefreshed: () => void }

const reasons = {
  operators: { label: 'Reason', description: 'Recorded with your name in the operators’ log.' },
  history: { label: 'Reason', description: 'Kept with your name in the history. May be empty.' },
  notes: { label: 'Notes', description: 'Kept with the assignment. May be empty.' },
} as const

type ReasonProps = Pick<TextareaProps, 'value' | 'onChange'> & { of: keyof typeof reasons }

const ReasonField = ({ of, ...field }: ReasonProps) => (
  <Textarea
    label={say(reasons[of].label)}
    description={say(reasons[of].description)}
    required={of === 'operators'}
    autosize
    minRows={2}
    maxLength={2000}
    {...field}
  />
)

function ActionForm<T>({ act, done, reveal, onTouch, onDone, onRefreshed, ...dialog }: FormProps<T>) {
  const { isReady = true, of, takeOver, undo, reasonFor = 'operators' } = dialog
  const [reason, setReason] = useInputState('')
  const onClose = useContext(CloseContext)
  const queries = useQueryClient()
  const confirmation = useConfirmation(dialog.needsPassword)
  const { change, outdated, isPending, submit } = useConditionalChange({
    act: (condition) => confirmation.around(() => act(reason, condition)),
    ...{ of, takeOver },
    onSuccess(answer: T) {
      onDone()
      if (!reveal?.(answer)) {
        // At once, because Ctrl Z does nothing while a dialog is open.
        flushSync(onClose)
        announce(done, undo?.(answer))
      }
      void queries.invalidateQueries().then(onRefreshed)
    },
  })
  const isExplained = reasonFor !== 'operators' || reason.trim() !== ''
  const mayGo = isReady && isExplained && !confirmation.isMissing
  const go = () => {
    if (mayGo && !isPending) submit()
  }
  const revealed = change.data !== undefined && reveal?.(change.data)
  if (revealed) return <Revealed onClose={onClose}>{revealed}</Revealed>
  return (
    <form
      ref={markFirst}
      onChange={() => {
        onTouch()
        // What was refused is no longer what would be sent; what was made all the same still counts.
        if (change.error && !outdated && !dialog.refused && !mayHaveChanged(change.error)) change.reset()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
      onKeyDown={getHotkeyHandler([['mod+Enter', go]])}
    >
      <Stack>
        {dialog.subject && <Text fw={600}>{dialog.subject}</Text>}
        {dialog.text && <Text size="sm">{dialog.text}</Text>}
        {dialog.children}
        {reasonFor !== 'nobody' && <ReasonField of={reasonFor} value={reason} onChange={setReason} />}
        {confirmation.field}
        {outdated}
        {change.error && !outdated && !isUnconfirmed(change.error) && (
          <Refusal title={dialog.refused} error={change.error} />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{say('Cancel')}</Button>
          <Button
            type="submit"
            look={dialog.isDangerous ? 'danger' : 'primary'}
            loading={isPending}
            disabled={!mayGo}
          >
            {dialog.confirm ?? dialog.title}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Revealed = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <Stack ref={focusInside}>
    {children}
    <Group justify="flex-end">
      <Button look="primary" onClick={onClose}>
        {say('Done')}
      </Button>
    </Group>
  </Stack>
)

/** Whether the service first wants the operator to confirm who they are. */
export const isUnconfirmed = ({ code }: CoverageError) => code === 'PASSWORD_CONFIRMATION_REQUIRED'

/** Where this tab keeps until when the password counts, by its own clock; the service knows better, and asks anyway. */
const kept = 'confirmed-until'
const fiveMinutes = 300_000

/** Asks for the operator's own password when the service requires it, and confirms it before the next attempt. */
function useConfirmation(isNeeded = false) {
  const isElsewhere = useIsElsewhere()
  const [isAsked, setAsked] = useState(
    () => isNeeded && !isElsewhere && Number(sessionStorage.getItem(kept)) < Date.now(),
  )
  const [password, setPassword] = useInputState('')
  async function around<T>(act: () => Promise<T>): Promise<T> {
    if (isAsked && !isElsewhere) {
      await api.operator.users.confirm.mutate({ password })
      sessionStorage.setItem(kept, `${Date.now() + fiveMinutes}`)
    }
    setAsked(false)
    setPassword('')
    return act().catch((error) => {
      if (isUnconfirmed(error)) setAsked(true)
      throw error
    })
  }
  const field =
    isAsked &&
    (isElsewhere ? (
      <ConfirmAtProvider />
    ) : (
      <PasswordInput
        label={say('Your password')}
        description={say('Needed every five minutes for changes like this.')}
        autoComplete="current-password"
        required
        ref={focus}
        value={password}
        onChange={setPassword}
      />
    ))
  return { around, field, isMissing: isAsked && password === '' }
}

type RefusalProps = { title?: string | undefined; error: CoverageError }

const mayHaveChanged = (error: CoverageError) => isUnanswered(error) || error instanceof PartlyUndone

/** Why a change was not made, or that nobody knows; the title may say what was made, or what was asked. */
export function Refusal({ title, error }: RefusalProps) {
  const trouble = troubleOf(useStores())
  const isUnknown = !title && isUnanswered(error)
  const usual = error instanceof PartlyUndone ? say('Something stays changed') : say('Nothing was changed')
  return (
    <Alert
      color="red"
      role="alert"
      title={isUnknown ? say('It is not known whether this was done') : (title ?? usual)}
    >
      {isUnknown ? say(noAnswerYet) : (passing(error, trouble) ?? <Reasons of={error} />)}
    </Alert>
  )
}
