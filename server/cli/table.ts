import Table from 'cli-table3'

type Align = 'left' | 'right'

/** A plain table for terminals and pipes, with numbers aligned to the right. */
export function table(
  head: string[],
  rows: (string | number)[][],
  colAligns = head.map((_, i): Align => (typeof rows[0]?.[i] === 'number' ? 'right' : 'left')),
): string {
  const drawn = new Table({ head, colAligns, style: { head: [], border: [], compact: true } })
  drawn.push(...rows)
  return drawn.toString()
}
