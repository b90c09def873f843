import { Alert, Anchor, Checkbox, FileButton, Group, List, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type MouseEvent, useEffect, useState } from 'react'
import { fileNames } from '../../../../../src/clinic-files.ts'
import { Refusal } from '../../dialog/action-dialog.tsx'
import { Said } from '../../language/said.tsx'
import { say } from '../../language/text.ts'
import { type Answers, api, send } from '../../live/api.ts'
import { Loaded, useLive } from '../../live/live.tsx'
import { ChangeButton, useMayChange } from '../../live/viewer.tsx'
import { useAddress } from '../../parts/address.ts'
import { Note, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { countColumn } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import styles from './master.module.css'

type Import = Answers['integration']['import']
type Asked = { files: File[]; dryRun: boolean; endsAssignments: boolean }

/** Sends a zip as it is, and other files as a form. */
function startImport({ files, dryRun, endsAssignments }: Asked): Promise<Import> {
  const query = new URLSearchParams({ dry_run: `${dryRun}`, end_assignments: `${endsAssignments}` })
  const zip = files.length === 1 && files[0]?.name.toLowerCase().endsWith('.zip') && files[0]
  const form = new FormData()
  for (const file of files) form.append('files', file, file.name)
  const init = zip ? { body: zip, headers: { 'Content-Type': 'application/zip' } } : { body: form }
  return send(`/integration/v1/imports/?${query}`, 'integration.start_import', init)
}

/** Imports the clinic's files after showing what would change, and exports them. */
export function ImportPage() {
  const [asked, setAsked] = useState<Asked>({ files: [], dryRun: true, endsAssignments: false })
  const { at, go } = useAddress()
  const mayImport = useMayChange('act_as_admin')
  const start = useMutation({ mutationFn: startImport, onSuccess: ({ id }) => go({ import: id }) })
  /** Tries the files again after each choice. */
  const choose = (chosen: Partial<Asked>) => {
    const next = { ...asked, ...chosen }
    setAsked(next)
    if (next.files.length) start.mutate(next)
  }
  return (
    <>
      <Panel title={say('Import')} gap="md">
        <FileDrop files={asked.files} onFiles={(files) => files.length > 0 && choose({ files })} />
        <Checkbox
          label={say('End the open assignments of people whom the files terminate')}
          disabled={!mayImport}
          checked={asked.endsAssignments}
          onChange={({ currentTarget }) => choose({ endsAssignments: currentTarget.checked })}
        />
        {start.error && <Refusal title={say('The files were not taken')} error={start.error} />}
        {at('import') && !start.error && !start.isPending && (
          <Watched
            id={at('import')}
            confirm={asked.files.length ? () => start.mutate({ ...asked, dryRun: false }) : undefined}
          />
        )}
      </Panel>
      {mayImport && <Export />}
    </>
  )
}

function forgetFiles({ currentTarget }: MouseEvent<HTMLInputElement>) {
  currentTarget.value = ''
}

function FileDrop({ files, onFiles }: { files: File[]; onFiles: (files: File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const mayImport = useMayChange('act_as_admin')
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(is && mayImport)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same.
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event)
        if (mayImport) onFiles([...event.dataTransfer.files])
      }}
    >
      <Stack align="center" gap="xs">
        <Text ta="center">
          {say('Drop the CSV files or a zip here. Nothing is stored until you confirm.')}
        </Text>
        <FileButton
          multiple
          accept=".csv,.zip,text/csv,application/zip"
          onChange={onFiles}
          // Otherwise the browser says nothing when the same files, now without their mistakes, are chosen again.
          inputProps={{ onClick: forgetFiles }}
        >
          {({ onClick }) => (
            <ChangeButton size="sm" onClick={onClick}>
              {say('Choose files…')}
            </ChangeButton>
          )}
        </FileButton>
        <Note>{files.length ? files.map(({ name }) => name).join(', ') : fileNames.join(', ')}</Note>
      </Stack>
    </div>
  )
}

type OutcomeProps = { job: Import; confirm: (() => void) | undefined }

/** An import, followed until it has ended; `confirm` imports what it has tried. */
function Watched({ id, confirm }: { id: string; confirm: OutcomeProps['confirm'] }) {
  const [ended, setEnded] = useState('')
  const queries = useQueryClient()
  const question = { name: 'integration.import', of: api.integration.import, input: { id } }
  const query = useLive({ ...question, every: ended === id ? 600_000 : 1500 })
  const { state, dry_run } = query.data ?? {}
  useEffect(() => {
    if (state === 'DONE' || state === 'FAILED') setEnded(id)
    if (state === 'DONE' && !dry_run) void queries.invalidateQueries()
  }, [state, dry_run, id, queries])
  return <Loaded query={query}>{(job) => <Outcome job={job} confirm={confirm} />}</Loaded>
}

function Outcome({ job, confirm }: OutcomeProps) {
  if (job.state === 'FAILED') return <Mistakes job={job} />
  if (job.state === 'DONE') return <Done job={job} confirm={confirm} />
  const doing = job.dry_run ? say('Looking for what would change…') : say('Importing…')
  return (
    <div role="status">
      <Text size="sm" mb={4}>
        {job.state === 'QUEUED' ? say('Waiting for its turn…') : doing}
      </Text>
      <Progress value={(100 * job.steps_done) / (job.steps ?? 1)} aria-label={say('Progress')} />
    </div>
  )
}

function Done({ job, confirm }: OutcomeProps) {
  const { dry_run, counts, open_assignments_of_leavers: open, shared_emails: shared } = job
  const rows = (counts ?? []).map((count) => ({ id: count.file, ...count }))
  const title = dry_run ? say('Nothing is wrong with the files') : say('The files were imported')
  return (
    <Stack>
      <Alert color={dry_run ? 'blue' : 'green'} role="status" title={title}>
        {dry_run ? say('This is what would change:') : say('This is what has changed:')}
      </Alert>
      <DataTable label={say('Changes')} csv="import-changes" rows={rows} empty="–" columns={countColumns} />
      {!!open && (
        <Note>
          {say('Assignments of people who have left that stay open: {count, number}', { count: open })}
        </Note>
      )}
      {!!shared?.length && (
        <Alert color="yellow" title={say('Several people have the same email')}>
          {say('Whoever signs in with one of these emails sees the data of all who have it.')}
          <List size="sm">
            {shared.map(({ email, employee_numbers }) => (
              <List.Item key={email}>{`${email}: ${employee_numbers.join(', ')}`}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {dry_run && !confirm && <Note>{say('To import them, choose the files once more.')}</Note>}
      {dry_run && confirm && (
        <Group>
          <ChangeButton look="primary" size="sm" onClick={confirm}>
            {say('Import now')}
          </ChangeButton>
        </Group>
      )}
    </Stack>
  )
}

const countColumns: Columns<NonNullable<Import['counts']>[number] & { id: string }> = [
  { header: 'File', value: ({ file }) => file },
  countColumn('New', 'inserted'),
  countColumn('Changed', 'updated'),
  countColumn('Unchanged', 'unchanged'),
]

function Mistakes({ job: { detail, errors, error_count: count } }: { job: Import }) {
  const rows = errors.map((error, id) => ({ id, ...error }))
  const shown = rows.length
  return (
    <Stack>
      <Alert color="red" role="alert" title={say('Nothing was imported')}>
        {detail && <Said>{detail}</Said>}
      </Alert>
      {count > shown && (
        <Note>{say('Showing the first {shown, number} of {count, number} mistakes.', { shown, count })}</Note>
      )}
      {shown > 0 && (
        <DataTable
          label={say('Mistakes')}
          csv="import-mistakes"
          rows={rows}
          empty="–"
          columns={mistakeColumns}
        />
      )}
    </Stack>
  )
}

const mistakeColumns: Columns<Import['errors'][number] & { id: number }> = [
  { header: 'File', value: ({ file }) => file },
  { header: 'Line', value: ({ line }) => line, numeric: true, first: 'least' },
  { header: 'Column', value: ({ column }) => column },
  { header: 'What is wrong', cell: ({ message }) => <Said>{message}</Said>, value: ({ message }) => message },
]

/** The same files from the service, for those who may import them. */
const Export = () => (
  <Panel title={say('Export')}>
    <Stack gap="xs" align="flex-start">
      <Anchor href="/integration/v1/exports/" download="clinic.zip">
        {say('Download the clinic’s CSV files (zip)')}
      </Anchor>
      <Note>{say('The files contain personal data, so the security log records who downloads them.')}</Note>
    </Stack>
  </Panel>
)
