import { Grid, Group, Stack } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Message, say } from '../../language/text.ts'
import { daysOf, hours } from '../../language/wording.ts'
import { Empty, Live, Loading } from '../../live/live.tsx'
import { useAddress } from '../../parts/address.ts'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/parts.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import { Terms } from '../../parts/terms.tsx'
import type { Columns } from '../../table/column.ts'
import { Downloads } from '../../table/downloads.tsx'
import { Choose } from '../../table/paged-list.tsx'
import { Scale } from '../work/coverage/coverage-parts.tsx'
import styles from './board.module.css'
import { type Board, boardOf, linkTo, type Place } from './board.ts'
import { CellPanel } from './cell-panel.tsx'
import { HeatMap, ShownRows } from './heat-map.tsx'
import { MyUnits, useMyUnits } from './my-units.tsx'

/** How many rows are shown at first: as many as fit on a printed page. */
const firstRows = 30

/** Units or positions by the coming weeks: where secure hours lack, who leaves the gap, and who could fill it. */
export function BoardPage() {
  const { at } = useAddress()
  const { units, isLoading } = useMyUnits()
  const by = (['UNIT', 'POSITION'] as const).find((one) => one === at('rows')) ?? usualRows(units)
  return (
    <div className={styles.sheet}>
      <Page title={say('Board')} right={<Button onClick={() => window.print()}>{say('Print')}</Button>}>
        <Choices by={by} />
        {isLoading ? (
          <Loading rows={10} />
        ) : (
          <Live {...boardOf({ by, org_unit_ids: units })} rows={10} keepsPrevious>
            {(board) =>
              board.rows.length ? (
                <Sheet board={board} />
              ) : (
                <Empty>{say('There are no active positions here.')}</Empty>
              )
            }
          </Live>
        )}
        <Terms title="What these terms mean" of={terms} />
      </Page>
    </div>
  )
}

const usualRows = (units: readonly string[]) => (units.length ? 'POSITION' : 'UNIT')

function Choices({ by }: { by: 'UNIT' | 'POSITION' }) {
  const { go } = useAddress()
  return (
    <Group align="end" className={styles.choices}>
      <MyUnits />
      <Choose
        label={say('Rows')}
        none={say('Units')}
        options={[{ value: 'POSITION', label: say('Positions') }]}
        value={by === 'UNIT' ? '' : by}
        onChange={({ currentTarget: { value } }) => go({ rows: value || 'UNIT', ...closed })}
      />
      <Button onClick={() => go({ show: 'clinic', unit: '', rows: 'UNIT', ...closed })}>
        {say('Whole clinic')}
      </Button>
    </Group>
  )
}

const closed = { open: '', position: '', week: '', assign: '' }

function Sheet({ board }: { board: Board }) {
  const { at, go } = useAddress()
  const navigate = useNavigate()
  const panel = useRef<HTMLDivElement>(null)
  /** The cell that is open, or was last. */
  const cell = useRef<HTMLElement>(null)
  const open = {
    unit: at('open'),
    position: at('position'),
    week: at('week') || (board.weeks[0]?.week ?? ''),
  }
  useEffect(() => {
    cell.current = document.querySelector<HTMLElement>('main [aria-current]') ?? cell.current
  })
  useDidUpdate(() => {
    if (panel.current) panel.current.focus()
    // The panel that had the focus is gone, perhaps by Back.
    else if (document.activeElement === document.body) cell.current?.focus()
  }, [open.unit, open.position, open.week])
  const rows = at('all') ? board.rows : board.rows.slice(0, firstRows)
  /** The same board with the cell open, perhaps to assign someone there. */
  const to = (place: Place, employee = '') => {
    const next = new URLSearchParams(location.search)
    for (const name of Object.keys(closed)) next.delete(name)
    const opened = new URL(linkTo(place), location.origin).searchParams
    for (const [name, value] of opened) next.set(name, value)
    if (employee) next.set('assign', employee)
    return `/board?${next}`
  }
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: open.unit ? 8 : 12 }} className={styles.whole}>
        <Stack gap="xs">
          <Scale />
          <HeatMap
            label={say('Secure hours by week')}
            board={{ ...board, rows }}
            {...{ to, open }}
            onDrop={(place, employee) => navigate(to(place, employee))}
          />
          <Group justify="space-between" className={styles.choices}>
            <ShownRows shown={rows.length} count={board.count} />
            {rows.length < board.rows.length && (
              <ShowMore size="compact-sm" onClick={() => go({ all: 'yes' })}>
                {say('Show all {count, number}', { count: board.rows.length })}
              </ShowMore>
            )}
            <Downloads
              name="board"
              label={say('Board')}
              columns={columns}
              fetch={async () => ({ rows: linesOf(board), count: board.count * board.weeks.length })}
            />
          </Group>
        </Stack>
      </Grid.Col>
      {open.unit && (
        <Grid.Col span={{ base: 12, lg: 4 }} className={styles.panel}>
          <div ref={panel} tabIndex={-1}>
            <CellPanel open={open} to={to} close={() => go(closed)} />
          </div>
        </Grid.Col>
      )}
    </Grid>
  )
}

/** One line of the file for each cell. */
const linesOf = ({ weeks, rows }: Board) =>
  rows.flatMap((row) => row.cells.map((cell, at) => ({ ...row, ...cell, week: weeks[at] })))

const columns: Columns<ReturnType<typeof linesOf>[number]> = [
  { header: 'Unit', value: ({ org_unit_name }) => org_unit_name },
  { header: 'Position', value: ({ position_id, name }) => (position_id ? name : '') },
  { header: 'Week', value: ({ week }) => (week ? daysOf(week.start_date, week.end_date) : null) },
  { header: 'Required', value: ({ required_hours }) => Number(required_hours) },
  { header: 'Secure', value: ({ secure_hours }) => Number(secure_hours) },
  { header: 'Missing', value: ({ lacking_hours }) => Number(lacking_hours) },
  {
    header: 'Losses',
    value: ({ losses }) =>
      losses.map(({ employee_name, hours: lost }) => `${employee_name} (${hours(lost)})`).join('; '),
  },
]

const terms: Message[] = [
  'A cell is the share of the required hours that is <b>secure</b> in that week: worked by people on duty who hold the required tags, within their contract hours. Surplus hours in one position do not offset a shortfall in another.',
  '<b>▼</b> and a name mark who has fewer secure hours from that week on, such as when a certificate ends.',
  'The arrow keys go from cell to cell, and Enter opens one. Drag a person from there to a cell, or press Assign.',
]
