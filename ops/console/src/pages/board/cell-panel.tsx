import { Group, Stack, Text } from '@mantine/core'
import { RenewButton } from '../../dialog/acts/tag-acts.tsx'
import { spoken } from '../../language/said.tsx'
import { say } from '../../language/text.ts'
import { daysOf, hours } from '../../language/wording.ts'
import { Empty, Live } from '../../live/live.tsx'
import { Button } from '../../parts/button.tsx'
import { Facts, Note, PageLink, Panel } from '../../parts/parts.tsx'
import { reasonWords } from '../planning/forecast/forecast-weeks.tsx'
import { isSome } from '../planning/planning-parts.tsx'
import styles from './board.module.css'
import { type Board, type BoardWeek, boardOf, type Place, placeOf, type Row } from './board.ts'
import { WhoCould } from './who-could.tsx'

type Props = { open: Place; to: (place: Place, employee?: string) => string; close: () => void }

/** What a cell of the board stands for: a unit's positions in the week, or who is on a position and who could be. */
export const CellPanel = ({ open, to, close }: Props) => (
  <Live {...boardOf({ by: 'POSITION', org_unit_ids: [open.unit] })} rows={6}>
    {(board) => {
      const at = board.weeks.findIndex(({ week }) => week === open.week)
      const week = board.weeks[at]
      const row = board.rows.find(({ position_id }) => position_id === open.position)
      const name = row?.name ?? board.rows.find(({ org_unit_id }) => org_unit_id === open.unit)?.org_unit_name
      if (!week || !name) return <Empty>{say('The board no longer shows this week or position.')}</Empty>
      return (
        <Panel
          title={`${name}, ${daysOf(week.start_date, week.end_date)}`}
          right={
            <Button size="xs" onClick={close}>
              {say('Close')}
            </Button>
          }
        >
          {row ? <OfPosition {...{ row, week, at, to }} /> : <OfUnit {...{ board, week, at, to }} />}
        </Panel>
      )
    }}
  </Live>
)

type UnitProps = { board: Board; week: BoardWeek; at: number; to: Props['to'] }

/** The unit's positions that lack hours in the week, the worst first. */
function OfUnit({ board: { rows }, week, at, to }: UnitProps) {
  const lackingOf = ({ cells }: Row) => cells[at]?.lacking_hours ?? '0'
  const short = rows
    .filter((row) => isSome(lackingOf(row)))
    .sort((a, b) => Number(lackingOf(b)) - Number(lackingOf(a)))
  const assign = new URLSearchParams(location.search).get('assign') ?? ''
  if (!short.length) return <Note>{say('All positions have their hours in this week.')}</Note>
  return (
    <ul className="plain">
      {short.map((row) => (
        <li key={row.position_id} className={styles.line}>
          <PageLink to={to(placeOf(row, week), assign)}>{row.name}</PageLink>
          <span>{say('{hours} missing', { hours: hours(lackingOf(row)) })}</span>
          <Losses row={row} at={at} />
        </li>
      ))}
    </ul>
  )
}

type PositionProps = { row: Row; week: BoardWeek; at: number; to: Props['to'] }

function OfPosition({ row, week, at, to }: PositionProps) {
  const { required_hours = '0', secure_hours = '0', lacking_hours = '0' } = row.cells[at] ?? {}
  return (
    <Stack gap="sm">
      <PageLink to={to({ ...placeOf(row, week), position: '' })} size="sm">
        {row.org_unit_name}
      </PageLink>
      <Facts
        of={{
          [say('Required')]: hours(required_hours),
          [say('Secure')]: hours(secure_hours),
          [say('Missing')]: hours(lacking_hours),
        }}
      />
      <Losses row={row} at={at} />
      <Text fw={600}>{say('Who is there')}</Text>
      {row.staff.length === 0 && <Note>{say('No one is assigned.')}</Note>}
      <ul className="plain">
        {row.staff.map(({ employee, employee_name, booked_hours, weeks }) => (
          <li key={`${employee} ${booked_hours}`} className={styles.line}>
            <PageLink to={`/people/${employee}`}>{employee_name}</PageLink>
            <Secure of={weeks[at]} booked={booked_hours} />
          </li>
        ))}
      </ul>
      <Text fw={600}>{say('Who could')}</Text>
      {isSome(lacking_hours) ? (
        <WhoCould
          key={`${row.position_id} ${week.week} ${lacking_hours}`}
          row={row}
          lacking={lacking_hours}
          day={week.reference_date}
        />
      ) : (
        <Note>{say('Nothing is missing in this week.')}</Note>
      )}
    </Stack>
  )
}

type SecureProps = { of: Row['staff'][number]['weeks'][number] | undefined; booked: string }

/** The hours that can be counted on, and why the others cannot. */
function Secure({ of, booked }: SecureProps) {
  const secure = of?.secure_hours ?? '0'
  const lost = Number(booked) - Number(secure)
  return (
    <span>
      {hours(secure)}
      {of?.risk && ` (${say(reasonWords[`${of.risk}_hours`], { hours: hours(lost) })})`}
    </span>
  )
}

const Losses = ({ row, at }: { row: Row; at: number }) =>
  row.cells[at]?.losses.map(({ employee, employee_name, employee_tag, sentence }) => (
    <Text key={`${employee} ${sentence}`} size="sm" component="div" className={styles.sentence}>
      <Group gap="xs">
        ▼ {spoken(sentence)} {employee_tag && <RenewButton id={employee_tag} of={employee_name} />}
      </Group>
    </Text>
  ))
