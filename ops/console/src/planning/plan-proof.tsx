import { Stack, Table, Text } from '@mantine/core'
import { hours, plural } from '../wording.ts'
import type { Plan } from './answers.ts'
import { Disclosure } from './disclosure.tsx'

/** Why no plan can cover more, as an addition that anybody can check. */
export const PlanProof = ({ plan: { certificate, summary } }: { plan: Plan }) => (
  <Disclosure label={labelOf(summary)}>
    {() => (
      <Stack gap="xs" maw={640}>
        <Text>{certificate.sentence}</Text>
        <Table aria-label="The addition" withRowBorders={false}>
          <Table.Tbody>
            <Line sign="" hours={certificate.lacking_hours}>
              Missing in all positions
            </Line>
            <Line sign="−" hours={certificate.short_positions_lacking_hours}>
              {`Missing in ${plural(certificate.short_positions, 'position')} that too few can fill`}
            </Line>
            <Line sign="+" hours={certificate.people_free_hours}>
              {`Left of ${plural(certificate.people, 'person', 'people')} who can fill one of them`}
            </Line>
            <Line sign="=" hours={certificate.maximum_hours} isTotal>
              The most that can be covered
            </Line>
          </Table.Tbody>
        </Table>
        <Gap summary={summary} />
      </Stack>
    )}
  </Disclosure>
)

function labelOf({ is_maximum, open_hours }: Plan['summary']): string {
  if (Number(open_hours) === 0) return 'How this adds up'
  return is_maximum ? 'Why it cannot be more' : 'Why it cannot be much more'
}

type LineProps = { sign: string; hours: string; isTotal?: boolean; children: string }

const Line = ({ sign, hours: amount, isTotal, children }: LineProps) => (
  <Table.Tr
    style={isTotal ? { borderTop: '2px solid var(--mantine-color-text)', fontWeight: 600 } : undefined}
  >
    <Table.Td>{children}</Table.Td>
    <Table.Td style={{ textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {sign} {hours(amount)}
    </Table.Td>
  </Table.Tr>
)

/** What the lines below stay under the proven maximum, and what the minimum of new assignments costs. */
function Gap({ summary }: Pick<Plan, 'summary'>) {
  const gap = Number(summary.maximum_hours) - Number(summary.planned_hours)
  const cost = Number(summary.maximum_hours_without_minimum) - Number(summary.maximum_hours)
  return (
    <>
      {gap > 0 && (
        <Text>
          {`The plan below covers ${hours(summary.planned_hours)}, which is ${hours(gap.toFixed(2))} less: nothing better was found.`}
        </Text>
      )}
      {cost > 0 && (
        <Text>{`With shorter new assignments it could be up to ${hours(cost.toFixed(2))} more.`}</Text>
      )}
    </>
  )
}
