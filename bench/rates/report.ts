import { cpus } from 'node:os'
import type { Measured } from './measure.ts'

/** One case: the rounds of the service, and those of the service of another commit. */
export type CaseRounds = { name: string; service: Measured[]; other: Measured[] }

type Column = [heading: string, cell: (line: CaseRounds) => string]

const ratio = (above: Measured[], below: Measured[], key: keyof Measured) =>
  (median(above, key) / median(below, key)).toFixed(2)
const latency = (rounds: Measured[]) => `${median(rounds, 'p50')} / ${median(rounds, 'p99')}`
const whole = (rounds: Measured[], key: keyof Measured) => median(rounds, key).toFixed(0)
const processors = (rounds: Measured[]) =>
  (['processor', 'postgres', 'redis'] as const).map((key) => whole(rounds, key)).join(' / ')

const beginning: Column[] = [
  ['case', ({ name }) => name],
  ['service req/s', ({ service }) => whole(service, 'perSecond')],
]

/** Without a comparison; CPU is microseconds per request. */
export const alone: Column[] = [
  ...beginning,
  ['p50/p99 ms', ({ service }) => latency(service)],
  ['CPU us: service / PostgreSQL / Redis', ({ service }) => processors(service)],
]

/** Compares with another commit; CPU is microseconds per request, its ratio of service and PostgreSQL together. */
export const besideCommit: Column[] = [
  ...beginning,
  ['before req/s', ({ other }) => whole(other, 'perSecond')],
  ['ratio', ({ service, other }) => ratio(service, other, 'perSecond')],
  ['CPU us: service / PostgreSQL / Redis', ({ service }) => processors(service)],
  ['before', ({ other }) => processors(other)],
  ['CPU, of before', ({ service, other }) => ratio(service, other, 'total')],
]

/** The table in Markdown. */
export function ratesTable(lines: CaseRounds[], columns: Column[]): string {
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

/** The median of one number over the rounds. */
export const median = <Key extends string>(rounds: Record<Key, number>[], key: Key) =>
  rounds.map((round) => round[key]).sort((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN

/** Such as `2026-11-20, 2 x Some Processor, Node v24.21.0`. */
export function machine(): string {
  const processors = cpus()
  return `${new Date().toISOString().slice(0, 10)}, ${processors.length} x ${processors[0]?.model.trim()}, Node ${process.version}`
}
