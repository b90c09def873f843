import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** `kind` is short, and the same for all violations of one kind. */
export type Violation = { kind: string; text: string }
export type Report = (kind: string, text: string) => void

const shown = 3

/** A sentence for each kind: how many there are, and the first of them. */
export function sentences(violations: readonly Violation[]): string[] {
  const kinds = Map.groupBy(violations, ({ kind }) => kind)
  return [...kinds].map(([kind, all]) => {
    const first = all.slice(0, shown).map(({ text }) => text)
    return `${kind}: ${all.length}, such as ${first.join('; ')}`
  })
}

const run = promisify(execFile)

/** What the service's own commands find wrong with the totals and the seals. */
export async function verified(ownerUrl: string): Promise<Violation[]> {
  const violations: Violation[] = []
  const cli = join(import.meta.dirname, '../../../../server/cli/main.ts')
  for (const command of [['verify'], ['audit', 'verify']]) {
    const env = { PATH: process.env.PATH, DATABASE_URL: ownerUrl, LOG_LEVEL: 'silent' }
    await run(process.execPath, [cli, ...command], { env }).catch(({ stdout, stderr }) =>
      violations.push({ kind: `coverage ${command.join(' ')}`, text: `${stdout}${stderr}`.slice(0, 500) }),
    )
  }
  return violations
}
