import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ActionButton } from '../../../dialog/action-dialog.tsx'
import { Said } from '../../../language/said.tsx'
import { type Message, say } from '../../../language/text.ts'
import { dayOf, hours } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { Live } from '../../../live/live.tsx'
import { useClinicDay } from '../../../live/viewer.tsx'
import { Facts, Note, PageLink, Panel } from '../../../parts/parts.tsx'
import type { Column, Columns } from '../../../table/column.ts'
import { hoursColumn, personColumn, positionColumn } from '../../../table/columns.tsx'
import { TablePanel } from '../../../table/data-table.tsx'
import { PlanningAct } from '../act-button.tsx'
import type { Draft } from '../answers.ts'
import { PlanningPage, sometimes } from '../planning-parts.tsx'
import { draftTitle } from './drafts-page.tsx'
import { TakeBack } from './take-back.tsx'

/** A draft, and which of its lines still hold. */
export function DraftPage() {
  const { id = '' } = useParams()
  const path = <PageLink to="/drafts">{say('Drafts')}</PageLink>
  return (
    <Live
      name="planning.draft"
      of={api.planning.draft}
      input={{ draft_id: id }}
      every={sometimes}
      page={say('Draft')}
      path={path}
      rows={6}
    >
      {(draft) => <DraftResult draft={draft} path={path} />}
    </Live>
  )
}

const DraftResult = ({ draft, path }: { draft: Draft; path: ReactNode }) => (
  <PlanningPage title={draftTitle(draft)} path={path} right={<Acts draft={draft} />}>
    <Panel title={say('Does it still hold?')} gap="sm">
      <Standing draft={draft} />
      <Facts
        of={{
          [say('Planned for')]: dayOf(draft.reference_date),
          [say('Lines')]: draft.line_count,
          [say('Adds')]: hours(draft.added_hours),
          [say('Kept by')]: draft.kept_by_name,
          [say('Planned again now')]: draft.drift?.planned_again
            ? hours(draft.drift.planned_again.planned_hours)
            : null,
        }}
      />
    </Panel>
    <TablePanel
      title="Lines"
      csv="draft-lines"
      rows={draft.lines.map((line) => ({ id: `${line.employee} ${line.position_id}`, ...line }))}
      empty="No lines"
      columns={columns}
    />
  </PlanningPage>
)

const Standing = ({ draft: { drift, application } }: { draft: Draft }) =>
  application ? (
    <Group>
      <Text fw={600}>{say('{name} has applied it.', { name: application.applied_by_name })}</Text>
      <TakeBack application_id={application.id} />
    </Group>
  ) : (
    <Text fw={600}>
      <Said>{drift?.sentence ?? ''}</Said>
    </Text>
  )

function Acts({ draft }: { draft: Draft }) {
  const navigate = useNavigate()
  const { id: draft_id, application, applies_from, drift } = draft
  const clinicDay = useClinicDay()
  const isEarly = drift !== null && clinicDay(drift.computed_at) < applies_from
  return (
    <Group>
      {!application && (
        <PlanningAct
          look="primary"
          why={isEarly ? say('It can be applied from {day} on.', { day: dayOf(applies_from) }) : undefined}
          act={() => api.planning.apply_draft.mutate({ draft_id })}
          done={say('The draft was applied.')}
        >
          {say('Apply')}
        </PlanningAct>
      )}
      <ActionButton
        button={{ may: 'manage_assignments' }}
        isDangerous
        title={say('Delete the draft')}
        confirm={say('Delete')}
        text={say('Its lines are lost. Assignments that were made from it stay.')}
        reasonFor="nobody"
        act={() => api.planning.delete_draft.mutate({ draft_id }).then(() => navigate('/drafts'))}
        done={say('The draft was deleted.')}
      />
    </Group>
  )
}

type Line = Draft['lines'][number]

const states = {
  HOLDS: 'holds',
  NOT_NEEDED: 'no longer needed',
  NOT_ACCEPTED: 'would be refused',
} as const satisfies Record<string, Message>

const stateOf = ({ now }: Line) => (now ? say(states[now.state]) : '–')
const thenAndNow = (then: string, now: string | null | undefined) =>
  now && now !== then ? `${hours(then)} → ${hours(now)}` : hours(then)

/** A column of hours that may have changed since. */
const changedColumn = (header: Message, name: 'lacking_hours' | 'free_hours'): Column<Line> => ({
  header,
  cell: ({ [name]: then, now }) => thenAndNow(then, now?.[name]),
  value: ({ [name]: then, now }) => Number(now?.[name] ?? then),
  numeric: true,
})

const columns: Columns<Line> = [
  personColumn,
  positionColumn,
  hoursColumn('Adds', 'added_hours'),
  changedColumn('Lacks', 'lacking_hours'),
  changedColumn('Hours left', 'free_hours'),
  {
    header: 'State',
    cell: (line) => (
      <>
        <Text size="sm">{stateOf(line)}</Text>
        {Object.values(line.now?.messages ?? {})
          .flat()
          .map((message) => (
            <Note key={message}>
              <Said>{message}</Said>
            </Note>
          ))}
      </>
    ),
    value: stateOf,
  },
]
