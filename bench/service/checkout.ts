import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()

export type Checkout = { folder: string; name: string; remove(): Promise<void> }

/** Checks out another commit of the project in a temporary folder, with its packages. */
export async function checkOut(commit: string): Promise<Checkout> {
  const name = await git('rev-parse', '--short', `${commit}^{commit}`)
  const folder = join(await mkdtemp(join(tmpdir(), 'coverage-bench-')), name)
  await git('worktree', 'add', '--quiet', '--detach', folder, name)
  await install(folder)
  return {
    folder,
    name,
    async remove() {
      await git('worktree', 'remove', '--force', folder)
      await rm(join(folder, '..'), { recursive: true, force: true })
    },
  }
}

/** Shares this project's packages when the lockfiles are the same, and installs them otherwise. */
async function install(folder: string): Promise<void> {
  const lockOf = (where: string) => readFile(join(where, 'package-lock.json'), 'utf8')
  if ((await lockOf(folder)) === (await lockOf(root)))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
}
