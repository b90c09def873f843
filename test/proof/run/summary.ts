import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machine } from '../../../bench/rates/report.ts'
import type { Length, Part } from './part.ts'
import type { Result } from './run.ts'

const file = join(import.meta.dirname, '../../../docs/proof.md')
const [begin, end] = ['<!-- summary: written by npm run prove -- --write -->', '<!-- end of summary -->']

type Run = { parts: readonly Part[]; results: Result[]; length: Length; seed: number }

/** Replaces the summary in docs/proof.md: date, machine, commit, and a row for each part. */
export function writeSummary(run: Run): void {
  const text = readFileSync(file, 'utf8')
  const [before, after] = [text.indexOf(begin), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`${file} has no place for the summary.`)
  writeFileSync(file, `${text.slice(0, before)}${begin}\n\n${summary(run)}\n\n${text.slice(after)}`)
}

/** The table, after a line with date, machine, commit, length and seed. */
export function summary({ parts, results, length, seed }: Run): string {
  const named =
    typeof length === 'number' && length !== 1
      ? `${length} of the full length`
      : `${lengthName(length)} length`
  const rows = parts.map((part) => row(part, results))
  const head = ['| part | what is shown | result | figures |', '|---|---|---|---|']
  return [`${machine()}, commit ${commit()}; ${named}, seed ${seed}`, '', ...head, ...rows].join('\n')
}

/** Figures contain no bars, and of the problems only the beginning of the first is shown. */
function row({ name, about }: Part, results: Result[]): string {
  const result = results.find((one) => one.name === name)
  if (!result) return `| ${name} | ${about} | not chosen | |`
  const [problem = ''] = result.problems
  const figures = [result.figures, shortened(problem), `${result.seconds} s`].filter(Boolean).join(', ')
  return `| ${name} | ${about} | ${result.result} | ${figures} |`
}

const shortened = (text: string) => text.replaceAll(/[\s|]+/g, ' ').slice(0, 200)

const lengthName = (length: Length) => (length === 'short' ? 'short' : 'full')

function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: join(file, '..'), encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no') ? ' with changes' : ''
  return `${git('rev-parse', '--short', 'HEAD')}${changed}`
}
