import { cpus } from 'node:os'
import type { Measured } from './measure.ts'

/** One case: the rounds of the service, and those of the service of another commit. */
export type CaseRounds = { name: string; service: Measured[]; other: Measured[] }

export type Column<Line> = [heading: string, cell: (line: Line) => string]

const ratio = (above: Measured[], below: Measured[], key: keyof Measured) =>
  (median(above, key) / median(below, key)).toFixed(2)
const latency = (rounds: Measured[]) => `${median(rounds, 'p50')} / ${median(rounds, 'p99')}`
const whole = (rounds: Measured[], key: keyof Measured) => median(rounds, key).toFixed(0)
const processors = (rounds: Measured[]) =>
  (['processor', 'postgres', 'redis'] as const).map((key) => whole(rounds, key)).join(' / ')

const beginning: Column<CaseRounds>[] = [
  ['case', ({ name }) => name],
  ['service req/s', ({ service }) => whole(service, 'perSecond')],
]

/** Without a comparison; CPU is microseconds per request. */
export const alone: Column<CaseRounds>[] = [
  ...beginning,
  ['p50/p99 ms', ({ service }) => latency(service)],
  ['CPU us: service / PostgreSQL / Redis', ({ service }) => processors(service)],
]

/** Compares with another commit; CPU is microseconds per request, its ratio of service and PostgreSQL together. */
export const besideCommit: Column<CaseRounds>[] = [
  ...beginning,
  ['before req/s', ({ other }) => whole(other, 'perSecond')],
  ['ratio', ({ service, other }) => ratio(service, other, 'perSecond')],
  ['CPU us: service / PostgreSQL / Redis', ({ service }) => processors(service)],
  ['before', ({ other }) => processors(other)],
  ['CPU, of before', ({ service, other }) => ratio(service, other, 'total')],
]

/** A table in Markdown, with a row for each line. */
export const tableOf = <Line>(lines: Line[], columns: Column<Line>[]) =>
  markdown(
    columns.map(([heading]) => heading),
    lines.map((line) => columns.map(([, cell]) => cell(line))),
  )

export function markdown(headings: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The median of one number over the rounds. */
export const median = <Key extends string>(rounds: Record<Key, number>[], key: Key) =>
  rounds.map((round) => round[key]).sort((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN

/** Such as `2026-11-20, 2 x Some Processor, Node v24.21.0`. */
export function machine(): string {
  const processors = cpus()
  return `${new Date().toISOString().slice(0, 10)}, ${processors.length} x ${processors[0]?.model.trim()}, Node ${process.version}`
}
