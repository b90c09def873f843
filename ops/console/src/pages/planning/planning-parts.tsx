import { Button, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { weekOf } from '../../language/dates.ts'
import { say } from '../../language/text.ts'
import { hours, number } from '../../language/wording.ts'
import { useClinicDay } from '../../live/viewer.tsx'
import { Page, PageLink, type PageProps } from '../../parts/parts.tsx'
import type { Plan, Rebalance } from './answers.ts'
import styles from './planning.module.css'

/** Milliseconds between refreshes of what the planner computes, which a user may ask 120 times an hour. */
export const sometimes = 300_000

/** A planning page; its buttons do not shrink. */
export const PlanningPage = (page: PageProps) => (
  <div className={styles.buttons}>
    <Page {...page} />
  </div>
)

/** Part of another page, with such buttons. */
export const PlanningPart = ({ children }: { children: ReactNode }) => (
  <div className={styles.buttons}>{children}</div>
)

/** One line of a sum: its sign, its hours and their label. */
export type Addend = readonly [sign: string, hours: string, of: string]

/** A sum that anyone can check; the last line is the result. */
export const Addition = ({ label, lines }: { label: string; lines: readonly Addend[] }) => (
  <Table aria-label={label} withRowBorders={false} maw={640}>
    <Table.Tbody>
      {lines.map(([sign, amount, of], index) => (
        <Table.Tr key={of} style={index === lines.length - 1 ? ofResult : undefined}>
          <Table.Td>{of}</Table.Td>
          <Table.Td style={{ textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {sign} {hours(amount)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)

const ofResult = { borderTop: '2px solid var(--mantine-color-text)', fontWeight: 600 }

type Props = { label: string; startsOpen?: boolean; children: () => ReactNode }

/** A button that expands the content below it. */
export function Disclosure({ label, startsOpen = false, children }: Props) {
  const [isOpen, { toggle }] = useDisclosure(startsOpen)
  const id = useId()
  return (
    <Stack gap="xs" align="stretch">
      <Button
        variant="transparent"
        justify="flex-start"
        px={0}
        aria-expanded={isOpen}
        aria-controls={id}
        leftSection={<span aria-hidden="true">{isOpen ? '−' : '+'}</span>}
        onClick={toggle}
        styles={{
          // A label without a height of its own would cut off the tails of its letters.
          label: { whiteSpace: 'normal', textAlign: 'start', overflow: 'visible' },
          root: { height: 'auto', minHeight: 44 },
        }}
      >
        {label}
      </Button>
      <div id={id}>{isOpen && children()}</div>
    </Stack>
  )
}

type PositionHours = { position_id: string; title: string; org_unit_name: string; hours: string }

/** Positions, each with the hours that it loses or lacks. */
export const PositionList = ({ of }: { of: readonly PositionHours[] }) => (
  <ul className="plain">
    {of.map((position) => (
      <li key={position.position_id}>
        <PageLink to={`/positions/${position.position_id}`} size="sm">
          {`${position.title}, ${position.org_unit_name}`}
        </PageLink>{' '}
        <Text size="sm" span>
          {hours(position.hours)}
        </Text>
      </li>
    ))}
  </ul>
)

export const isSome = (decimal: string) => Number(decimal) > 0

/** Hours as a fact; left out if they are zero. */
export const hoursIfAny = (decimal: string) => (isSome(decimal) ? hours(decimal) : null)

/** A number, and the smallest that would do if that is another. */
export const atLeast = (count: number, least: number) =>
  count === least ? number(count) : say('{count, number}, at least {least, number} needed', { count, least })

/** Whether a plan is for a week after the one in which it was made. */
export function useIsLaterWeek({ reference_date, computed_at }: Plan | Rebalance) {
  return weekOf(reference_date) !== weekOf(useClinicDay()(computed_at))
}

type Listed<Row> = { count: number; results: Row[] }

/** A list of planning, whose rows have no id of their own. */
export const identified = <Call extends unknown[], Row>(
  { query }: { query: (...call: Call) => Promise<Listed<Row>> },
  idOf: (row: Row) => string,
) => ({
  query: async (...call: Call) => {
    const { count, results } = await query(...call)
    return { count, results: results.map((row) => ({ id: idOf(row), ...row })) }
  },
})
