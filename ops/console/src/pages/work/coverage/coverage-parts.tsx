import { Group, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { CoverageState } from '../../../../../../src/work/coverage.ts'
import type { TreeUnit } from '../../../fields/choices.tsx'
import { type Message, say } from '../../../language/text.ts'
import { fte, hours, percent } from '../../../language/wording.ts'
import { useMayOversee } from '../../../live/viewer.tsx'
import { Facts, Metric, Note, PageLink } from '../../../parts/parts.tsx'
import type { Column } from '../../../table/column.ts'
import styles from './coverage.module.css'

/** The hours that a unit and everything below it need, have and lack. */
export function CoverageTotals({ unit }: { unit: TreeUnit }) {
  const isShort = Number(unit.shortfall_hours) > 0
  return (
    <Group align="flex-start" style={{ gap: '1rem 3rem' }}>
      <Metric
        label={say('Hours short per week')}
        value={
          <>
            {hours(unit.shortfall_hours)} <span className={styles.fte}>{fte(unit.shortfall_fte)}</span>
          </>
        }
        tone={isShort ? 'bad' : 'good'}
      />
      <Stack gap="sm" style={{ flex: '1 1 20rem' }}>
        <HoursBar unit={unit} />
        <Facts
          of={{
            [say('Required per week')]: hours(unit.required_hours),
            [say('Covered')]: (
              <>
                {hours(unit.covered_hours)} {unit.covered_pct && `(${percent(unit.covered_pct, 1)})`}
              </>
            ),
            [say('Short')]: hours(unit.shortfall_hours),
            [say('Assigned')]: hours(unit.assigned_hours),
            [say('Surplus')]: hours(unit.surplus_hours),
            [say('Assigned / required')]: percent(unit.coverage_pct, 2),
            [say('Positions')]: <States unit={unit} />,
          }}
        />
        <Note>{say('Required is covered plus short. Assigned is covered plus surplus.')}</Note>
      </Stack>
    </Group>
  )
}

/** Covered, short and surplus hours, one after the other. The figures are below the bar. */
const HoursBar = ({ unit }: { unit: TreeUnit }) => (
  <div className={styles.hours} aria-hidden="true">
    {(['covered', 'shortfall', 'surplus'] as const)
      .map((part) => ({ part, hours: Number(unit[`${part}_hours`]) }))
      .filter((of) => of.hours > 0)
      .map((of) => (
        <div key={of.part} className={styles[of.part]} style={{ flexGrow: of.hours }} />
      ))}
  </div>
)

const states = {
  vacant: '{count, plural, one {# vacant} other {# vacant}}',
  partial: '{count, plural, one {# partial} other {# partial}}',
  covered: '{count, plural, one {# covered} other {# covered}}',
  over_covered: '{count, plural, one {# over-covered} other {# over-covered}}',
} as const satisfies Record<Lowercase<CoverageState>, Message>

/** How many positions are in each state, with links to them. */
function States({ unit }: { unit: TreeUnit }) {
  const found = Object.entries(states).filter(([state]) => unit[state as keyof typeof states] > 0)
  const below = unit.depth ? `&unit=${unit.id}` : ''
  if (!found.length) return say('no positions')
  return found.map(([state, message], index) => (
    <Fragment key={state}>
      {index > 0 && ', '}
      <PageLink to={`/positions?state=${state.toUpperCase()}${below}`}>
        {say(message, { count: unit[state as keyof typeof states] })}
      </PageLink>
    </Fragment>
  ))
}

type Needs = Pick<TreeUnit, 'required_hours' | 'shortfall_hours'>

/** The shares at which a shortage gets worse. */
const bounds = [0.1, 0.25, 0.5, 0.75]

/** How bad a shortage is, from 0 to 5, by its share of the hours needed. */
export function levelOf({ required_hours, shortfall_hours }: Needs): number {
  const share = Number(shortfall_hours) / Number(required_hours)
  return share > 0 ? 1 + bounds.filter((bound) => share > bound).length : 0
}

/** The colours of a level; none for level 0. */
export const colorsOf = (level: number) => ({
  background: `var(--console-level-${level})`,
  color: `var(--console-on-level-${level})`,
})

/** A bar as long as the hours short, beside their number; its colour shows their share of the hours needed. */
export const ShortBar = ({ unit, most }: { unit: Needs; most: number }) => (
  <div className={styles.short}>
    <div
      className={styles.bar}
      data-level={levelOf(unit)}
      style={{
        ...colorsOf(levelOf(unit)),
        inlineSize: `${most > 0 ? (100 * Number(unit.shortfall_hours)) / most : 0}%`,
      }}
    />
    <span>{hours(unit.shortfall_hours)}</span>
  </div>
)

/** The share of needed hours that is covered, on a scale of one colour. */
export const coveredColumn: Column<TreeUnit> = {
  header: 'Covered',
  value: ({ covered_pct }) => covered_pct && Number(covered_pct),
  cell: (unit) =>
    unit.covered_pct ? (
      <span className={styles.share} style={colorsOf(levelOf(unit))}>
        {percent(unit.covered_pct, 1)}
      </span>
    ) : (
      '–'
    ),
  numeric: true,
}

/** What the colours of shortages mean. */
export const Scale = () => (
  <Text size="sm" c="dimmed" component="div" className={styles.scale}>
    {say('Share of hours short:')}
    {[0, ...bounds, 1].map((share, level) => (
      <span key={share} className={styles.share} style={colorsOf(level)}>
        {level > 0 && '≤ '}
        {percent(100 * share)}
      </span>
    ))}
  </Text>
)

/** Links from a unit's coverage to its plan and its forecast. */
export function PlanLinks({ unit }: { unit: string }) {
  if (!useMayOversee()) return null
  return (
    <Group gap="md">
      <PageLink to={`/board?unit=${unit}`}>{say('The board')}</PageLink>
      <PageLink to={`/planner?unit=${unit}`}>{say('What can be covered?')}</PageLink>
      <PageLink to={`/forecast?unit=${unit}`}>{say('What breaks next?')}</PageLink>
    </Group>
  )
}
