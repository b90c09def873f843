import Table from 'cli-table3'

/** A plain table for terminals and pipes, with numbers aligned to the right. */
export function table(head: string[], rows: (string | number)[][]): string {
  const colAligns = head.map((_, i) => (typeof rows[0]?.[i] === 'number' ? 'right' : 'left'))
  const drawn = new Table({ head, colAligns, style: { head: [], border: [], compact: true } })
  drawn.push(...rows)
  return drawn.toString()
}
