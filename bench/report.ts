import { cpus } from 'node:os'
import type { Measured } from './measure.ts'

/** One case: the rounds of the service and those of the bare server. */
export type Line = { name: string; statements: number; service: Measured[]; bare: Measured[] }

const ratio = (above: Measured[], below: Measured[], key: keyof Measured) =>
  (median(above, key) / median(below, key)).toFixed(2)
const latency = (rounds: Measured[]) => `${median(rounds, 'p50')} / ${median(rounds, 'p99')}`

const columns: [heading: string, cell: (line: Line) => string][] = [
  ['case', ({ name }) => name],
  ['statements', ({ statements }) => String(statements)],
  ['service req/s', ({ service }) => median(service, 'perSecond').toFixed(0)],
  ['bare req/s', ({ bare }) => median(bare, 'perSecond').toFixed(0)],
  ['ratio', ({ service, bare }) => ratio(service, bare, 'perSecond')],
  ['service p50/p99 ms', ({ service }) => latency(service)],
  ['bare p50/p99 ms', ({ bare }) => latency(bare)],
  ['service CPU us', ({ service }) => median(service, 'processor').toFixed(0)],
  ['bare CPU us', ({ bare }) => median(bare, 'processor').toFixed(0)],
  ['CPU ratio', ({ service, bare }) => ratio(bare, service, 'processor')],
]

/** The table in Markdown, with the machine and the date. */
export function table(lines: Line[]): string {
  const rows = [
    columns.map(([heading]) => heading),
    ...lines.map((line) => columns.map(([, cell]) => cell(line))),
  ]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${row.map((cell, index) => (index ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[0] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, index) => (index ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`
  const [head, ...body] = rows.map(line)
  return [head, rule, ...body].join('\n')
}

const median = (rounds: Measured[], key: keyof Measured) =>
  rounds.map((round) => round[key]).sort((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN

/** Such as `2026-11-20, 2 x Some Processor, Node v24.21.0`. */
export function machine(): string {
  const processors = cpus()
  return `${new Date().toISOString().slice(0, 10)}, ${processors.length} x ${processors[0]?.model.trim()}, Node ${process.version}`
}
