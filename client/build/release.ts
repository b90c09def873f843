import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildClient } from './package.ts'

const help = `npm run release:client

Builds the client, packs it into a tarball at the root, and checks the tarball with publint and Are The Types Wrong.
Publishes, tags and commits nothing: what is left to do is printed at the end.

Refuses to begin while the tree has changes, or while CHANGELOG.md and the packages name different versions.
docs/versioning.md says what a version may change, and how to make one.`

const root = join(import.meta.dirname, '..', '..')
const released = 'test/client/released'
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

type State = {
  /** The output of `git status --porcelain`. */
  changes: string
  changelog: string
  versions: { service: string; client: string }
  /** Whether the tests already have a copy of this version of the client. */
  isReleased: boolean
}

/** The newest version in a changelog, and whether there are unreleased changes. */
export function newestIn(changelog: string) {
  const [first = '', second = ''] = changelog.split(/^## /m).slice(1)
  const isUnreleased = first.startsWith('[Unreleased]')
  const heading = /^\[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$/m.exec(isUnreleased ? second : first)
  return {
    version: heading?.[1],
    date: heading?.[2],
    hasMore: isUnreleased && first.trim().includes('\n'),
  }
}

/** Why the client cannot be released now; undefined if it can. */
export function refusal({ changes, changelog, versions, isReleased }: State): string | undefined {
  const { service, client } = versions
  const newest = newestIn(changelog)
  if (changes.trim()) return `Commit or remove these changes first:\n${changes.trimEnd()}`
  if (service !== client)
    return `package.json has version ${service} and client/package.json has ${client}. Set the same version in both.`
  if (newest.hasMore)
    return 'CHANGELOG.md has changes under "Unreleased". Move them under a version with its date.'
  if (newest.version !== service)
    return `The newest version in CHANGELOG.md is ${newest.version}, but the packages have ${service}.`
  if (!newest.date) return `CHANGELOG.md has no date for ${service}. Write "## [${service}] - YYYY-MM-DD".`
  if (isReleased)
    return `${service} has been released: ${released}/${service}.tgz is its client. Set a new version.`
  return undefined
}

/** What the owner must decide before the package goes to npm. */
function missingFields(): string {
  const fields = JSON.parse(textOf('client/package.json'))
  const missing = ['repository', 'homepage', 'bugs'].filter((name) => !fields[name])
  return [...(fields.license === 'UNLICENSED' ? ['license'] : []), ...missing].join(', ')
}

type Packed = { version: string; tarball: string }

const nextSteps = ({
  version,
  tarball,
}: Packed) => `Packed ${tarball}; publint and Are The Types Wrong have no objection.

1. Try it in an empty folder:
   npm install ${join(root, tarball)}
2. Tag the commit:
   git tag v${version} && git push origin v${version}
3. Hand the tarball out, or publish it. For that, client/package.json still needs: ${missingFields() || 'nothing'};
   as long as it says "private", npm refuses:
   npm publish ${tarball}
4. Keep the client, so that the tests run it against later services, and commit it:
   mv ${tarball} ${released}/${version}.tgz`

/** Builds, packs and checks the client of the version that the packages name, if that can be released now. */
export async function packClient(): Promise<Packed> {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const versionOf = (file: string): string => JSON.parse(textOf(file)).version
  const version = versionOf('package.json')
  const reason = refusal({
    changes: run('git', 'status', '--porcelain'),
    changelog: textOf('CHANGELOG.md'),
    versions: { service: version, client: versionOf('client/package.json') },
    isReleased: existsSync(join(root, released, `${version}.tgz`)),
  })
  if (reason) throw new Error(reason)
  await buildClient()
  const tarball = run('npm', 'pack', '--silent', './client').trim()
  run(process.execPath, 'ops/tools/install.ts')
  const problems = run(process.execPath, 'ops/tools/check-package.ts', tarball)
  if (problems) throw new Error(`${tarball} is not fit for release:\n${problems}`)
  return { version, tarball }
}

/** Prints what the work says, or with --help the help; a failure as one line, with exit code 1. */
export async function runAsCommand(help: string, work: () => Promise<string>) {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  const answer = values.help ? Promise.resolve(help) : work()
  await answer.then(console.log, ({ message }: Error) => {
    console.error(message)
    process.exitCode = 1
  })
}

if (import.meta.main) await runAsCommand(help, async () => nextSteps(await packClient()))
