import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const installed = join(root, 'node_modules')

test('an installation whose npm has deleted the link to the pinned Node gets it back', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-link-'))
  const link = join(folder, 'node_modules', '.bin', 'node')
  mkdirSync(join(link, '..'), { recursive: true })
  for (const name of readdirSync(installed).filter((name) => /^node-(bin-)?(linux|darwin)-/.test(name)))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  const script = join(root, 'ops', 'link-node.js')
  // Once more, as npm does that has left the link there.
  for (const _ of ['first', 'second']) execFileSync(process.execPath, [script], { cwd: folder })
  expect(realpathSync(link)).toBe(realpathSync(join(installed, '.bin', 'node')))
  rmSync(folder, { recursive: true })
})
