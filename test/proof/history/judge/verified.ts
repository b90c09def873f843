import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Violation } from './violations.ts'

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
