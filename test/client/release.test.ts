import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSchema } from 'zod-openapi'
import { plainType } from '../../client/build/plain-type.ts'
import { newestIn, refusal } from '../../client/build/release.ts'
import packageJson from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..', '..')
const released = '## [2.1.0] - 2027-01-31\n\n- New.\n\n## [2.0.0] - 2026-11-22\n\n- Old.\n'
const ready = {
  changes: '',
  changelog: `# Changelog

${released}`,
  versions: { service: '2.1.0', client: '2.1.0' },
  isReleased: false,
}

test.each([
  [
    'a tree with changes',
    { changes: ' M README.md\n' },
    'Commit or remove these changes first:\n M README.md',
  ],
  [
    'packages of two versions',
    { versions: { service: '2.1.0', client: '2.0.0' } },
    'package.json has version 2.1.0 and client/package.json has 2.0.0. Set the same version in both.',
  ],
  [
    'changes without a version',
    { changelog: `# Changelog\n\n## [Unreleased]\n\n- More.\n\n${released}` },
    'CHANGELOG.md has changes under "Unreleased". Move them under a version with its date.',
  ],
  [
    'a version that the changelog does not have',
    { versions: { service: '2.2.0', client: '2.2.0' } },
    'The newest version in CHANGELOG.md is 2.1.0, but the packages have 2.2.0.',
  ],
  [
    'a version without a date',
    { changelog: '## [2.1.0]\n\n- New.\n' },
    'CHANGELOG.md has no date for 2.1.0. Write "## [2.1.0] - YYYY-MM-DD".',
  ],
  [
    'a version that was released before',
    { isReleased: true },
    '2.1.0 has been released: test/client/released/2.1.0.tgz is its client. Set a new version.',
  ],
])('no client is released from %s', (_, state, reason) => {
  expect(refusal({ ...ready, ...state })).toBe(reason)
})

test('matching versions can be released, even below an empty section for the next one', () => {
  expect(refusal(ready)).toBeUndefined()
  const changelog = `# Changelog\n\n## [Unreleased]\n\n${released}`
  expect(refusal({ ...ready, changelog })).toBeUndefined()
})

test('the changelog of the service ends at the version of its packages', () => {
  const { version } = newestIn(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  expect(version).toBe(packageJson.version)
})

test('a retired field is marked in the OpenAPI document and in the types of the client', () => {
  const photo = z.string().meta({ description: 'Use `picture`.', deprecated: true })
  const { schema } = createSchema(z.object({ photo }))
  expect(schema).toMatchObject({ properties: { photo: { deprecated: true } } })
  expect(plainType(z.object({ photo }), new Map())).toContain(
    '/** @deprecated Use `picture`. */\nphoto: string',
  )
})
