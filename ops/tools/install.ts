import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

// `node ops/tools/install.ts` installs what package.json beside it names, or that of the folder given, unless that has
// been done. The tools are kept apart because they bring some 300 packages, and only `npm run check` and `npm run
// release:client` need them.

const folder = join(import.meta.dirname, process.argv[2] ?? '.')

const timeOf = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0

if (timeOf('node_modules/.package-lock.json') < timeOf('package-lock.json')) {
  console.error(`Installing the packages of ${folder} (once)`)
  execFileSync('npm', ['ci'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
}
