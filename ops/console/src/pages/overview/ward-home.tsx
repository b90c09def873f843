import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useUnits } from '../../fields/choices.tsx'
import { say } from '../../language/text.ts'
import { Empty, Live, Loading } from '../../live/live.tsx'
import { Page, PageLink, Panel } from '../../parts/parts.tsx'
import { type Board, boardOf, linkTo, type Place } from '../board/board.ts'
import { HeatMap, ShownRows } from '../board/heat-map.tsx'
import { MyUnits, useMyUnits } from '../board/my-units.tsx'
import { Ending, Proposals } from './staffing.tsx'

const firstRows = 8
/** With more units, the planner is linked for the whole clinic. */
const mostLinks = 5

/** The home of those who run wards: what their units lack, what ends there, and who waits for an answer. */
export function WardHome() {
  const { units, isLoading } = useMyUnits()
  const names = new Map(useUnits().map(({ value, name }) => [value, name]))
  const linked = units.length > mostLinks ? [] : units
  return (
    <Page title={say('Overview')}>
      <MyUnits />
      <Panel title={say('Secure hours in the next 8 weeks')}>
        {isLoading ? (
          <Loading rows={firstRows} />
        ) : (
          <Live
            {...boardOf({ by: units.length ? 'POSITION' : 'UNIT', org_unit_ids: units })}
            rows={firstRows}
          >
            {(board) => <Excerpt board={board} />}
          </Live>
        )}
        <Group mt="sm">
          <PageLink to="/board">{say('The whole board')}</PageLink>
          {!linked.length && <PageLink to="/planner">{say('What could be covered')}</PageLink>}
          {linked.map((unit) => (
            <PageLink key={unit} to={`/planner?unit=${unit}`}>
              {say('What could be covered: {unit}', { unit: names.get(unit) ?? '' })}
            </PageLink>
          ))}
        </Group>
      </Panel>
      {!isLoading && (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            <Ending kind="certificates" units={units} />
            <Ending kind="contracts" units={units} />
          </Stack>
          <div>
            <Proposals units={units} />
          </div>
        </SimpleGrid>
      )}
    </Page>
  )
}

/** The board with the cell open: of the unit alone where the rows are positions. */
const linkToUnit = (place: Place) => linkTo(place) + (place.position ? `&unit=${place.unit}` : '')

/** The rows that lack hours in any of the weeks, the worst first. */
function Excerpt({ board }: { board: Board }) {
  const lacking = board.rows.filter(({ cells }) =>
    cells.some(({ lacking_hours, losses }) => Number(lacking_hours) > 0 || losses.length > 0),
  )
  const rows = lacking.slice(0, firstRows)
  if (!rows.length) return <Empty>{say('All positions have their hours in these weeks.')}</Empty>
  return (
    <>
      <HeatMap label={say('Secure hours by week')} board={{ ...board, rows }} to={linkToUnit} />
      {rows.length < lacking.length && <ShownRows shown={rows.length} count={lacking.length} />}
    </>
  )
}
