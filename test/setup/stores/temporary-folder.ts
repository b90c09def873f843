import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const TWO_GIGABYTES = 2 ** 31

/**
 * A new folder for a database cluster, in memory where there is room: copying a database takes 15 ms there, not 300.
 * Every user can enter it, as the server is another user's when root runs the tests.
 */
export function clusterTemporaryFolder(): string {
  const folder = mkdtempSync(join(roomInMemory() ? MEMORY : tmpdir(), 'coverage-postgres-'))
  chmodSync(folder, 0o755)
  return folder
}

function roomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > TWO_GIGABYTES
}
