import { Group, Stack, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { readStored } from '../../../dialog/acts/act-dialog.tsx'
import { useDecimal } from '../../../fields/decimal-field.ts'
import { say } from '../../../language/text.ts'
import { dayOf } from '../../../language/wording.ts'
import { type Answers, api, type Condition } from '../../../live/api.ts'
import { Live } from '../../../live/live.tsx'
import { useMay } from '../../../live/viewer.tsx'
import { Note, Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { DataTable } from '../../../table/data-table.tsx'
import { useAct } from '../act-button.tsx'
import { SaveButton } from './save-button.tsx'

type Requirements = Answers['planning']['position_requirements']
type Row = Requirements['rows'][number]

/** What the position requires from which date on. */
export const DatedRequirements = ({ id }: { id: string }) => (
  <Panel title={say('Required on later dates')}>
    <Live
      name="planning.position_requirements"
      of={api.planning.position_requirements}
      input={{ position_id: id }}
      every={60_000}
      rows={1}
    >
      {(requirements) => <Editor key={JSON.stringify(requirements)} of={requirements} />}
    </Live>
  </Panel>
)

function Editor({ of: { position_id, required_weekly_hours, rows } }: { of: Requirements }) {
  const mayManage = useMay('manage')
  const query = (_: object, options: Condition) =>
    api.planning.position_requirements.query({ position_id }, options)
  // Changes the rows as they are stored now: somebody else may have saved another one.
  const change = async (changed: (rows: Row[]) => Row[]) => {
    const { row, etag } = await readStored({ get: { query } }, position_id)
    const input = { position_id, rows: changed(row.rows) }
    return api.planning.set_position_requirements.mutate(input, { context: { ifMatch: etag } })
  }
  const save = useAct(change, say('Saved.'))
  const without = (date: string) => (rows: Row[]) => rows.filter(({ from_date }) => from_date !== date)
  const removal = (date: string) => (
    <SaveButton
      size="compact-xs"
      aria-label={say('Remove {day}', { day: dayOf(date) })}
      onClick={() => save.mutate(without(date))}
    >
      {say('Remove')}
    </SaveButton>
  )
  const columns: Columns<Row & { id: string }> = [
    { header: 'From', cell: ({ from_date }) => dayOf(from_date), value: ({ from_date }) => from_date },
    {
      header: 'Required',
      value: (row) => Number(row.required_weekly_hours ?? required_weekly_hours),
      unit: 'h',
    },
    ...(mayManage ? [{ header: 'Change', cell: ({ from_date }: Row) => removal(from_date) } as const] : []),
  ]
  return (
    <Stack gap="sm">
      <Note>
        {say(
          'Planning counts with these hours from their dates on. Coverage and rules go by the position’s own.',
        )}
      </Note>
      <DataTable
        label={say('Required on later dates')}
        csv="requirements"
        rows={rows.map((row) => ({ ...row, id: row.from_date }))}
        empty={say('The position requires the same on every date.')}
        columns={columns}
      />
      {mayManage && <NewRow add={(row) => save.mutate((rows) => [...without(row.from_date)(rows), row])} />}
      {save.refusal}
    </Stack>
  )
}

function NewRow({ add }: { add: (row: Row) => void }) {
  const [from_date, setDate] = useInputState('')
  const { decimal, isValid, field } = useDecimal(null)
  return (
    <Group align="end">
      <TextInput label={say('From')} type="date" value={from_date} onChange={setDate} />
      <TextInput
        label={say('Required hours')}
        title={say('Leave empty for the position’s own hours')}
        {...field}
      />
      <SaveButton
        disabled={!from_date || !isValid}
        onClick={() => add({ from_date, required_weekly_hours: decimal })}
      >
        {say('Save the hours')}
      </SaveButton>
    </Group>
  )
}
