import { Text } from '@mantine/core'
import { DialogButton } from '../../../dialog/action-dialog.tsx'
import { ActDialog } from '../../../dialog/acts/act-dialog.tsx'
import type { Act, Undo } from '../../../dialog/acts/acts.ts'
import { say } from '../../../language/text.ts'
import { announce, PartlyUndone } from '../../../live/announce.tsx'
import { api } from '../../../live/api.ts'
import { useToday, useViewer } from '../../../live/viewer.tsx'
import { kinds } from '../change-kinds.ts'
import { type Change, inOrder, makingOf } from './make-it-so.ts'

type Entry = { sentence: string; reason: string }

/** Enters all changes as one act. What was made stays made if that fails; each change has its own entry too. */
const note = (entry: Entry) =>
  api.operator.audit.note_made
    .mutate(entry)
    .catch(() => announce(say('The operators’ log has no entry of all changes together. Each has its own.')))

async function undoAndNote(undo: Undo, { sentence, reason }: Entry) {
  try {
    await undo(reason)
  } catch (refusal) {
    if (refusal instanceof PartlyUndone) await note({ sentence, reason: refusal.message })
    throw refusal
  }
  await note({ sentence, reason })
}

const labelOf = ({ kind }: Change) => (kinds[kind] ? say(kinds[kind].label) : kind)

type Props = { changes: Change[]; sentence: string; onMade: () => void }

/** Makes the changes that were tried, in their order; disabled for those who may not make all of them. */
export function MakeButton({ changes, sentence, onMade }: Props) {
  const today = useToday()
  const may = useViewer().who?.may
  const makings = changes.flatMap((change) => makingOf(change, today) ?? [])
  const impossible = changes.filter((change) => !makingOf(change, today))
  const lacking = makings.find((making) => !may?.[making.may])
  const act: Act<string> = {
    may: lacking?.may ?? makings[0]?.may ?? 'manage',
    async do(reason) {
      const undo = await inOrder(makings.map(({ make }) => make(reason)))
      await note({ sentence, reason })
      onMade()
      return (reason) => undoAndNote(undo, { sentence, reason })
    },
  }
  return (
    <DialogButton
      look="primary"
      may={act.may}
      why={
        impossible.length
          ? say('Not possible from here: {changes}. Only what begins today and exists already is.', {
              changes: impossible.map(labelOf).join(', '),
            })
          : undefined
      }
      dialog={
        <ActDialog
          act={act}
          input={(reason) => reason}
          title={say('Make it so')}
          reasonFor="operators"
          done={say('{count, plural, one {# change was} other {# changes were}} made.', {
            count: changes.length,
          })}
        >
          <Text size="sm">{sentence}</Text>
          <Text size="sm">{changes.map(labelOf).join(' · ')}</Text>
        </ActDialog>
      }
    >
      {say('Make it so…')}
    </DialogButton>
  )
}
