import { Table } from '@mantine/core'
import { hours } from '../../language/wording.ts'

/** The sign, the hours and what they are. */
export type Addend = readonly [sign: string, hours: string, of: string]

/** An addition that anybody can check; the last line is the result. */
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
