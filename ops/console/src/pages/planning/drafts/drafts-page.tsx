import { say } from '../../../language/text.ts'
import { dayOf } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { PageLink } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { countColumn, dayColumn, hoursColumn, momentColumn } from '../../../table/columns.tsx'
import { PagedPanel, usePaged } from '../../../table/paged-list.tsx'
import type { Application, DraftRow } from '../answers.ts'
import { PlanningPage } from '../planning-parts.tsx'
import { TakeBack } from './take-back.tsx'

/** Plans that were kept for coming weeks, and what was applied. */
export function DraftsPage() {
  const { paged } = usePaged({ name: 'planning.drafts', of: api.planning.drafts })
  const { paged: applied } = usePaged({
    name: 'planning.applications',
    of: api.planning.applications,
    prefix: 'applied_',
  })
  return (
    <PlanningPage title={say('Drafts')}>
      <PagedPanel
        title="Plans for coming weeks"
        label="Drafts"
        paged={paged}
        csv="drafts"
        counted="{count, plural, one {# draft} other {# drafts}}"
        empty="No plan is kept. The planner keeps one for a later week."
        columns={draftColumns}
      />
      {/* Shown before, it would move once the drafts are there. */}
      {!paged.query.isLoading && (
        <PagedPanel
          title="What was applied"
          paged={applied}
          csv="applications"
          counted="{count, plural, one {# time} other {# times}}"
          empty="Nothing was applied yet."
          columns={appliedColumns}
        />
      )}
    </PlanningPage>
  )
}

/** The draft by its name, or by its day if it has none. */
export const draftTitle = ({ name, reference_date }: Pick<DraftRow, 'name' | 'reference_date'>) =>
  name || say('Plan for {day}', { day: dayOf(reference_date) })

const draftColumns: Columns<DraftRow> = [
  {
    header: 'Draft',
    cell: (draft) => <PageLink to={`/drafts/${draft.id}`}>{draftTitle(draft)}</PageLink>,
    value: draftTitle,
  },
  { ...dayColumn('Planned for', 'reference_date'), ordering: 'reference_date' },
  countColumn('Lines', 'line_count'),
  hoursColumn('Adds', 'added_hours'),
  { header: 'Kept by', value: ({ kept_by_name }) => kept_by_name },
  momentColumn('Kept', 'created_at', { ordering: 'created_at' }),
  { header: 'Applied by', value: ({ application }) => application?.applied_by_name ?? '–' },
]

const kindOf = ({ kind }: Application) => (kind === 'PLAN' ? say('Plan') : say('Rebalance'))

const appliedColumns: Columns<Application> = [
  { header: 'What', value: kindOf },
  countColumn('Changes', 'change_count'),
  hoursColumn('Adds', 'added_hours'),
  { header: 'Applied by', value: ({ applied_by_name }) => applied_by_name },
  momentColumn('Applied', 'applied_at', { ordering: 'created_at' }),
  {
    header: 'Taken back',
    cell: ({ id, taken_back, change_count }) =>
      taken_back ? (
        say('by {name}', { name: taken_back.by_name })
      ) : (
        <TakeBack
          application_id={id}
          of={say('{count, plural, one {# change} other {# changes}}', { count: change_count })}
        />
      ),
    value: ({ taken_back }) => taken_back?.by_name ?? '',
  },
]
