import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { notesOf, releaseSteps } from '../../ops/release.ts'
import packageJson from '../../package.json' with { type: 'json' }

const workflow = (name: string) => parse(readFileSync(`.github/workflows/${name}.yml`, 'utf8'))

test("the notes of a release are its section of the changelog, without the next one's", () => {
  const changelog =
    '# Changelog\n\n## [2.1.0] - 2027-01-31\n\n### Added\n\n- New.\n\n## [2.0.0] - 2026-11-22\n\n- Old.\n'
  expect(notesOf(changelog, '2.1.0')).toBe('### Added\n\n- New.\n')
  expect(notesOf(changelog, '2.0.0')).toBe('- Old.\n')
  expect(() => notesOf(changelog, '2.0')).toThrow('CHANGELOG.md has no section for 2.0.')
  expect(notesOf(readFileSync('CHANGELOG.md', 'utf8'), packageJson.version)).toContain('- ')
})

test('a release has a list of packages, and an image with its SBOM and provenance, before it is tagged', () => {
  const steps = releaseSteps('2.1.0', 'release').map(([, ...args]) => args.join(' '))
  expect(steps).toEqual([
    'ops/sbom.ts release/sbom.cdx.json',
    'buildx create --driver docker-container --name coverage-release --node coverage-release0',
    'buildx build --builder coverage-release --sbom=true --provenance=mode=max --tag coverage:2.1.0 --output type=oci,dest=release/image.tar .',
    'buildx rm coverage-release',
    'tag --annotate --cleanup=verbatim v2.1.0 --file release/notes.md',
  ])
})

test('the public CI runs .ci/run on two Nodes, Linux and macOS, and may write nothing', () => {
  const { permissions, jobs } = workflow('check')
  expect(permissions).toEqual({ contents: 'read' })
  const { strategy, steps } = jobs.check
  expect(strategy.matrix).toEqual({
    os: [expect.stringMatching(/^ubuntu/), expect.stringMatching(/^macos/)],
    node: [22, 24],
  })
  expect(steps.at(-1)).toEqual({ run: '.ci/run' })
})

test('the public CI runs the tests on the other releases of PostgreSQL that the service works with', () => {
  const { strategy, env, steps } = workflow('check').jobs.postgresql
  expect(strategy.matrix).toEqual({ release: [15, 16, 17] })
  expect(env.DATABASE_URL).toMatch(/^postgresql:/)
  expect(steps.at(-1)).toEqual({ run: 'npm test' })
})

test('every action of a workflow is pinned by its commit', () => {
  const used = globSync('.github/workflows/*.yml').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/uses: (.*)/g),
  ])
  expect(used.length).toBeGreaterThan(0)
  for (const [, action] of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
})

test('updates are looked for wherever packages, images and actions are named', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8'))
  const watched = updates.flatMap(
    (entry: { directory?: string; directories?: string[]; 'package-ecosystem': string }) =>
      (entry.directories ?? [entry.directory]).map((folder) => `${entry['package-ecosystem']} ${folder}`),
  )
  expect(watched).toEqual([
    'npm /',
    'npm /ops/tools',
    'npm /ops/docs',
    'npm /ops/opentelemetry',
    'docker /',
    'docker-compose /',
    'github-actions /',
  ])
  for (const file of [
    'package-lock.json',
    'ops/tools/package-lock.json',
    'ops/docs/package-lock.json',
    'Dockerfile',
    'docker-compose.yml',
  ])
    expect(existsSync(file), file).toBe(true)
})

test('LICENSE says in a sentence that nobody but the owner has a licence', () => {
  expect(readFileSync('LICENSE', 'utf8')).toMatch(/^The owner of this project has not chosen a licence yet/)
  expect(packageJson.license).toBe('UNLICENSED')
})
