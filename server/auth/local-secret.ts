import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from '../../routers/ports/sessions.ts'
import type { Settings } from '../settings/settings.ts'

/** The secret of a service without JWT_SECRET, stored in a file so that cookies survive a restart. */
export function localSecret(folder: string): string {
  const file = join(folder, 'jwt-secret')
  const draft = `${file}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    // Linking is atomic, and fails if another process has already stored its secret.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}

/** The secrets of the settings, of which a local service makes its own. */
export function secretsOf({ jwtSecret, jwtSecretPrevious, dataDir }: Settings): Secrets {
  const current = jwtSecret ?? localSecret(dataDir)
  return jwtSecretPrevious === undefined ? [current] : [current, jwtSecretPrevious]
}
