import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Ends the server of the cluster at once, if it runs. */
export function killPostgres(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  try {
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGQUIT')
  } catch {
    // It has just ended by itself.
  }
}
