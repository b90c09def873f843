import { VisuallyHidden } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import { Link } from 'react-router'
import { weekText } from '../../language/dates.ts'
import { spoken } from '../../language/said.tsx'
import { say } from '../../language/text.ts'
import { daysOf, hours, percent, shortDayOf } from '../../language/wording.ts'
import { Note, PageLink } from '../../parts/parts.tsx'
import { colorsOf, levelOf } from '../work/coverage/coverage-parts.tsx'
import styles from './board.module.css'
import { type Board, type BoardWeek, linkTo, type Place, placeOf, type Row } from './board.ts'
import { useDropTarget } from './dragging.ts'

type Props = {
  label: string
  board: Board
  /** The address that opens a cell. */
  to?: (place: Place) => string
  /** The cell that is open. */
  open?: Place
  onDrop?: (place: Place, employee: string) => void
}

/** Whether the row's cell is open; that of a unit is also while one of its positions is. */
const isOpenIn = (open: Place | undefined, { unit, position, week }: Place) =>
  open?.week === week && open.unit === unit && (!position || open.position === position)

/** Rows by weeks, coloured by the share of hours that lack; the arrow keys go from cell to cell. */
export function HeatMap({ label, board: { weeks, rows }, to = linkTo, open, onDrop = () => {} }: Props) {
  const { getItemProps } = useRovingIndex({
    total: rows.length * weeks.length,
    columns: weeks.length,
    loop: false,
  })
  return (
    <table className={styles.map} aria-label={label} style={{ '--rows': rows.length } as object}>
      <thead>
        <tr>
          <th scope="col">{say('Unit or position')}</th>
          {weeks.map(({ week, start_date }) => (
            <th key={week} scope="col">
              {shortDayOf(start_date)} <small>{weekText(week)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={row.position_id ?? row.org_unit_id}>
            <th scope="row">
              <RowName {...row} />
            </th>
            {weeks.map((week, at) => {
              const place = placeOf(row, week)
              const { ref, ...roving } = getItemProps({ index: line * weeks.length + at })
              return (
                <Cell
                  key={week.week}
                  {...{ row, week, at }}
                  link={{ ...roving, innerRef: ref, to: to(place) }}
                  isOpen={isOpenIn(open, place)}
                  onDrop={(employee) => onDrop(place, employee)}
                />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How many of the rows are shown. */
export const ShownRows = ({ shown, count }: { shown: number; count: number }) => (
  <Note>
    {say('Showing {shown, number} of {count, number}, those that lack most in any of these weeks first.', {
      shown,
      count,
    })}
  </Note>
)

const RowName = ({ name, org_unit_id, org_unit_name, position_id }: Row) =>
  position_id ? (
    <>
      <PageLink to={`/positions/${position_id}`}>{name}</PageLink> <small>{org_unit_name}</small>
    </>
  ) : (
    <PageLink to={`/coverage/${org_unit_id}`}>{name}</PageLink>
  )

type CellProps = {
  row: Row
  week: BoardWeek
  at: number
  link: {
    to: string
    innerRef: React.Ref<HTMLAnchorElement>
    tabIndex: number
    onKeyDown: React.KeyboardEventHandler
  }
  isOpen: boolean
  onDrop: (employee: string) => void
}

function Cell({ row, week, at, link: { innerRef, ...link }, isOpen, onDrop }: CellProps) {
  const { ref, isOver } = useDropTarget<HTMLTableCellElement>(onDrop)
  const { required_hours = '0', lacking_hours = '0', losses = [] } = row.cells[at] ?? {}
  const level = levelOf({ required_hours, shortfall_hours: lacking_hours })
  const [first, ...others] = losses
  return (
    <td
      ref={ref}
      className={styles.cell}
      style={colorsOf(level)}
      data-level={level}
      data-over={isOver || undefined}
    >
      <Link
        {...link}
        ref={innerRef}
        title={losses.map(({ sentence }) => spoken(sentence)).join('\n') || undefined}
        aria-current={isOpen || undefined}
      >
        <VisuallyHidden>{spokenCell(row, week, at)}</VisuallyHidden>
        <span aria-hidden="true">
          <span className={styles.day}>{shortDayOf(week.start_date)}</span>
          {secureShare(row.cells[at])}
          {first && (
            <span className={styles.loss}>
              ▼ {familyOf(first.employee_name)}
              {others.length > 0 && ` +${others.length}`}
            </span>
          )}
        </span>
      </Link>
    </td>
  )
}

const familyOf = (name: string) => name.split(',')[0]

/** The share of the required hours that is secure; rounded down, so that only all of them are 100 %. */
function secureShare({ required_hours = '0', lacking_hours = '0' }: Partial<Row['cells'][number]> = {}) {
  const required = Number(required_hours)
  return required > 0 ? percent(Math.floor(100 * (1 - Number(lacking_hours) / required))) : '–'
}

/** What the cell shows, and more, for screen readers. */
function spokenCell(row: Row, { start_date, end_date }: BoardWeek, at: number): string {
  const { lacking_hours = '0', losses = [] } = row.cells[at] ?? {}
  return [
    say('{name}, {days}: {share} secure, {hours} missing', {
      name: row.name,
      days: daysOf(start_date, end_date),
      share: secureShare(row.cells[at]),
      hours: hours(lacking_hours),
    }),
    ...losses.map(({ employee_name, hours: lost }) =>
      say('{person} loses {hours}', { person: employee_name, hours: hours(lost) }),
    ),
  ].join('; ')
}
