import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packClient, runAsCommand } from '../client/build/release.ts'

const help = `npm run release

Builds a release into release/ and tags the commit. Refuses as npm run release:client does.
  notes.md              what CHANGELOG.md says about the version
  sbom.cdx.json         the packages that the service runs with
  *.tgz                 the client
  image.tar             the image, an OCI archive with its own SBOM and provenance (needs Docker with buildx)
Publishes and pushes nothing: .github/workflows/release.yml does, and proves where the files come from.`

const root = join(import.meta.dirname, '..')

/** What the changelog says about the version, without its heading. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}]`))
  if (!section) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return `${section.slice(section.indexOf('\n')).trim()}\n`
}

/** The commands that build a release into the folder and tag it, in their order. */
export const releaseSteps = (version: string, folder: string) => [
  [process.execPath, 'ops/sbom.ts', `${folder}/sbom.cdx.json`],
  ...[
    // The builder may be left from a release that failed; only one that is named with its node is then taken again.
    'docker buildx create --driver docker-container --name coverage-release --node coverage-release0',
    'docker buildx build --builder coverage-release --sbom=true --provenance=mode=max ' +
      `--tag coverage:${version} --output type=oci,dest=${folder}/image.tar .`,
    'docker buildx rm coverage-release',
    `git tag --annotate --cleanup=verbatim v${version} --file ${folder}/notes.md`,
  ].map((step) => step.split(' ')),
]

async function release() {
  const { version, tarball } = await packClient()
  const folder = join(root, 'release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  renameSync(join(root, tarball), join(folder, tarball))
  writeFileSync(join(folder, 'notes.md'), notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version))
  for (const [command = '', ...args] of releaseSteps(version, 'release'))
    execFileSync(command, args, { cwd: root, stdio: 'inherit' })
  return `Built release/ and tagged v${version}. Nothing is pushed.`
}

if (import.meta.main) await runAsCommand(help, release)
