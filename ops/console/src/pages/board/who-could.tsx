import { Alert, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ViolationList } from '../../dialog/acts/violations.tsx'
import { say } from '../../language/text.ts'
import { hours } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { Loaded, useLive } from '../../live/live.tsx'
import { useAddress } from '../../parts/address.ts'
import { Note, PageLink } from '../../parts/parts.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import type { Candidate } from '../planning/answers.ts'
import { sometimes } from '../planning/planning-parts.tsx'
import { AssignButton } from '../planning/suggestions/assign-button.tsx'
import styles from './board.module.css'
import type { Row } from './board.ts'
import { useDraggable } from './dragging.ts'

type Props = { row: Row; lacking: string; day: string }

/** Who was dropped here; another object for every drop. */
type Dropped = { employee: string }

const fewest = 5
const most = 100
/** The most hours of one assignment that candidates are asked for. */
const mostHours = 40

/** Who could take the missing hours, the best first: to assign, or to drag to another cell. */
export function WhoCould({ row, lacking, day }: Props) {
  const { at, go } = useAddress()
  const [isWhole, setWhole] = useState(false)
  const [dropped, setDropped] = useState<Dropped>()
  const given = at('assign')
  useEffect(() => {
    if (!given) return
    setDropped({ employee: given })
    go({ assign: '' }, { replace: true })
  }, [given, go])
  const query = useLive({
    name: 'planning.candidates',
    of: api.planning.candidates,
    input: {
      position_id: row.position_id ?? '',
      effective_hours: Math.min(Number(lacking), mostHours).toFixed(2),
      allow_partial: true,
      reference_date: day,
      page_size: isWhole || given || dropped ? most : fewest,
    },
    every: sometimes,
    keepsPrevious: true,
  })
  // Until all are there, nothing is known about those beyond the first.
  const known = query.isPlaceholderData ? { isWhole: false, dropped: undefined } : { isWhole, dropped }
  return (
    <Loaded query={query}>
      {(found) => <Ranked found={found} {...{ row, day, ...known }} showWhole={() => setWhole(true)} />}
    </Loaded>
  )
}

type RankedProps = Pick<Props, 'row' | 'day'> & {
  found: { count: number; results: Candidate[] }
  isWhole: boolean
  showWhole: () => void
  dropped: Dropped | undefined
}

function Ranked({ found: { count, results }, row, day, isWhole, showWhole, dropped }: RankedProps) {
  const shown = results.filter(
    ({ employee }, index) => isWhole || index < fewest || employee === dropped?.employee,
  )
  const isRefused = dropped && !results.some(({ employee }) => employee === dropped.employee)
  return (
    <Stack gap="xs">
      {isRefused && (
        <Alert color="yellow" role="alert" title={say(results.length < count ? 'Not shown' : 'Not possible')}>
          {results.length < count
            ? say('The person you dropped here is not among the best {most} candidates.', { most })
            : say('The person you dropped here lacks a required tag, or may not be assigned.')}
        </Alert>
      )}
      {count === 0 && <Note>{say('No one who may be assigned holds the required tags.')}</Note>}
      <ol className="plain" aria-label={say('Candidates')}>
        {shown.map((candidate) => (
          <Line
            key={candidate.employee}
            {...{ candidate, row, day }}
            dropped={candidate.employee === dropped?.employee ? dropped : undefined}
          />
        ))}
      </ol>
      {!isWhole && count > shown.length && (
        <ShowMore size="compact-sm" onClick={showWhole}>
          {say('Show {count, plural, one {# more} other {# more}}', {
            count: Math.min(count, most) - shown.length,
          })}
        </ShowMore>
      )}
      {isWhole && count > shown.length && (
        <PageLink to={`/positions/${row.position_id}`} size="sm">
          {say('and {count, plural, one {# more} other {# more}}', { count: count - shown.length })}
        </PageLink>
      )}
    </Stack>
  )
}

type LineProps = Pick<Props, 'row' | 'day'> & { candidate: Candidate; dropped: Dropped | undefined }

function Line({ candidate, row, day, dropped }: LineProps) {
  const { employee, employee_name: name } = candidate
  const line = useDraggable<HTMLLIElement>(employee)
  // A drop asks what the button asks.
  useEffect(() => {
    if (dropped) line.current?.querySelector('button')?.click()
  }, [dropped, line])
  return (
    <li ref={line} className={styles.candidate}>
      <span className={styles.grip} aria-hidden="true" title={say('Drag to a cell')}>
        ⠿
      </span>
      <div>
        <PageLink to={`/people/${employee}`}>{name}</PageLink>
        <Note>{costOf(candidate)}</Note>
        {!candidate.is_valid && <ViolationList violations={candidate.violations} />}
      </div>
      <div>
        <AssignButton
          suggested={candidate}
          employee={{ id: employee, name }}
          position={{ id: row.position_id ?? '', title: row.name }}
          day={day}
        />
      </div>
    </li>
  )
}

/** What the hours cost: of the contract, above it, and elsewhere. */
function costOf({ effective_hours, current_hours, balance_after, ...candidate }: Candidate) {
  const { costs_elsewhere_hours: cost, is_valid, violations } = candidate
  const left = Number(balance_after)
  // The dialog says which.
  const warnings = is_valid ? violations.warnings.length : 0
  return [
    say('{hours} more', { hours: hours(Number(effective_hours) - Number(current_hours)) }),
    left < 0
      ? say('{hours} above the contract', { hours: hours(-left) })
      : say('{hours} of the contract left', { hours: hours(left) }),
    ...(Number(cost) > 0 ? [say('{hours} then missing elsewhere', { hours: hours(cost ?? 0) })] : []),
    ...(warnings > 0
      ? [say('{count, plural, one {# warning} other {# warnings}}', { count: warnings })]
      : []),
  ].join(', ')
}
