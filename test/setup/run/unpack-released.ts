import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Where each released client is unpacked, in a folder with the name of its version. */
export const releasedClients = join(import.meta.dirname, '../../../node_modules/.cache/released')

/** Unpacks the clients of `released/`, before their tests run and are compiled. */
export function unpackReleased(): void {
  for (const tarball of globSync(join(import.meta.dirname, '../../client/released/*.tgz'))) {
    const folder = join(releasedClients, basename(tarball, '.tgz'))
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
  }
}
