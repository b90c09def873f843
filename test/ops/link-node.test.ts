import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..', '..')
const installed = join(root, 'node_modules')
const pinned = readdirSync(installed).filter((name) => /^node-(bin-)?(linux|darwin)-/.test(name))

/** A folder with these packages, in which npm has finished an installation. */
function installation(packages: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-link-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bin = join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  for (const name of packages) symlinkSync(join(installed, name), join(bin, '..', name))
  const [program = '', script = ''] = packageJson.scripts.dependencies.split(' ')
  const link = () => execFileSync(program, [join(root, script)], { cwd: folder })
  return { bin, link, node: join(bin, 'node') }
}

test('an installation whose npm has deleted the link to the pinned Node gets it back', () => {
  const { link, node } = installation(pinned)
  // Twice, because npm 11 leaves the link in place.
  for (const _ of ['first', 'second']) link()
  expect(realpathSync(node)).toBe(realpathSync(join(installed, '.bin', 'node')))
})

test('a link to nothing is replaced, and none is made without the pinned Node', () => {
  const { link, node } = installation(pinned)
  symlinkSync('../gone/bin/node', node)
  link()
  expect(realpathSync(node)).toBe(realpathSync(join(installed, '.bin', 'node')))
  const without = installation([])
  without.link()
  expect(readdirSync(without.bin)).toEqual([])
})
