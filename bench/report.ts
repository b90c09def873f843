import { cpus } from 'node:os'
import { type Measured, median } from './measure.ts'

/** One case: the rounds of the service and those of the bare server. */
export type Line = { name: string; statements: number; service: Measured[]; bare: Measured[] }

const columns = [
  'case',
  'statements',
  'service req/s',
  'bare req/s',
  'ratio',
  'service p50/p99 ms',
  'bare p50/p99 ms',
  'service CPU us',
  'bare CPU us',
  'CPU ratio',
]

/** The table in Markdown, with the machine and the date. */
export function table(lines: Line[]): string {
  const rows = [columns, ...lines.map(cells)]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${row.map((cell, index) => (index ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[0] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, index) => (index ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`
  const [head, ...body] = rows.map(line)
  return [head, rule, ...body].join('\n')
}

/** Such as `2026-11-20, 2 x Some Processor, Node v24.21.0`. */
export function machine(): string {
  const processors = cpus()
  return `${new Date().toISOString().slice(0, 10)}, ${processors.length} x ${processors[0]?.model.trim()}, Node ${process.version}`
}

function cells({ name, statements, service, bare }: Line): string[] {
  const [ours, theirs] = [median(service), median(bare)]
  return [
    name,
    String(statements),
    ours.perSecond.toFixed(0),
    theirs.perSecond.toFixed(0),
    (ours.perSecond / theirs.perSecond).toFixed(2),
    `${ours.p50} / ${ours.p99}`,
    `${theirs.p50} / ${theirs.p99}`,
    ours.processor.toFixed(0),
    theirs.processor.toFixed(0),
    (theirs.processor / ours.processor).toFixed(2),
  ]
}
