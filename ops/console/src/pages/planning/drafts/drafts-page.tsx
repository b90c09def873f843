import { say } from '../../../language/text.ts'
import { dayOf, hours } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { Moment, PageLink, Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { PagedTable, usePaged } from '../../../table/paged-list.tsx'
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
      <Panel title={say('Plans for coming weeks')}>
        <PagedTable
          paged={paged}
          label={say('Drafts')}
          csv="drafts"
          counted="{count, plural, one {# draft} other {# drafts}}"
          empty={say('No plan is kept. The planner keeps one for a later week.')}
          columns={draftColumns}
        />
      </Panel>
      <Panel title={say('What was applied')}>
        <PagedTable
          paged={applied}
          label={say('What was applied')}
          csv="applications"
          counted="{count, plural, one {# time} other {# times}}"
          empty={say('Nothing was applied yet.')}
          columns={appliedColumns}
        />
      </Panel>
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
  { header: 'Planned for', value: ({ reference_date }) => dayOf(reference_date), ordering: 'reference_date' },
  { header: 'Lines', value: ({ line_count }) => line_count, numeric: true },
  {
    header: 'Adds',
    cell: ({ added_hours }) => hours(added_hours),
    value: ({ added_hours }) => added_hours,
    numeric: true,
  },
  { header: 'Kept by', value: ({ kept_by_name }) => kept_by_name },
  {
    header: 'Kept',
    cell: ({ created_at }) => <Moment of={created_at} />,
    value: ({ created_at }) => created_at,
    ordering: 'created_at',
  },
  { header: 'Applied by', value: ({ application }) => application?.applied_by_name ?? '–' },
]

const kindOf = ({ kind }: Application) => (kind === 'PLAN' ? say('Plan') : say('Rebalance'))

const appliedColumns: Columns<Application> = [
  { header: 'What', value: kindOf },
  { header: 'Changes', value: ({ change_count }) => change_count, numeric: true },
  {
    header: 'Adds',
    cell: ({ added_hours }) => hours(added_hours),
    value: ({ added_hours }) => added_hours,
    numeric: true,
  },
  { header: 'Applied by', value: ({ applied_by_name }) => applied_by_name },
  {
    header: 'Applied',
    cell: ({ applied_at }) => <Moment of={applied_at} />,
    value: ({ applied_at }) => applied_at,
    ordering: 'created_at',
  },
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
