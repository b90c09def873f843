import { createHash } from 'node:crypto'
import type { ClinicSnapshot } from '../../entities/clinic-snapshot.ts'

/** Tells two snapshots apart: equal fingerprints mean equal facts, and so equal plans. */
export function fingerprintOf(snapshot: ClinicSnapshot): string {
  const hash = createHash('sha256')
  for (const rows of snapshot) hash.update(`${rows}\n`)
  return hash.digest('base64url')
}
