import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutants } from './mutants.ts'

const help = `npm run mutants [-- <options>]

Plants one fault after the other in a copy of the project, and runs the tests until one fails: first the file that
should notice the fault, then, if it does not, all. Prints which test killed each, and exits with 1 if one survived.

  --ring all        the tests of npm run check instead of those of npm test
  --only <text>     only the faults whose name contains the text
  --file-only       only the file that should notice the fault`

const root = join(import.meta.dirname, '..', '..')
const { values: options } = parseArgs({
  options: {
    ring: { type: 'string' },
    only: { type: 'string', default: '' },
    'file-only': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})

/** The project's files as they are now, beside links to what is installed. */
function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'coverage-mutants-'))
  const list = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of list.stdout.trim().split('\n')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file), { force: true })
  }
  for (const modules of ['node_modules', 'ops/tools/node_modules'])
    symlinkSync(join(root, modules), join(copy, modules))
  return copy
}

/** The name of the first test that fails; undefined if none does. */
function firstFailure(copy: string, files: string[]): string | undefined {
  const env = { ...process.env, RING: options.ring ?? '' }
  const args = ['vitest', 'run', '--bail=1', '--reporter=json', ...files]
  const { status, stdout } = spawnSync('npx', args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status === 0) return undefined
  const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{"')))
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.find((one: { status: string }) => one.status === 'failed')
    if (failed || status === 'failed')
      return `${name.slice(copy.length + 1)}: ${failed?.fullName ?? 'does not load'}`
  }
  throw new Error(`The tests could not run:\n${stdout.slice(0, 2000)}`)
}

function killerOf(copy: string, { file, from, to, test }: Mutant): string | undefined {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} must contain this once: ${from}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    return firstFailure(copy, [test]) ?? (options['file-only'] ? undefined : firstFailure(copy, []))
  } finally {
    writeFileSync(path, text)
  }
}

if (options.help) console.log(help)
else {
  const chosen = mutants.filter(({ name }) => name.includes(options.only))
  const copy = copyOfProject()
  let survived = 0
  for (const [index, mutant] of chosen.entries()) {
    const killer = killerOf(copy, mutant)
    if (!killer) survived++
    console.log(
      `${index + 1}/${chosen.length} ${mutant.name}: ${killer ? `killed by ${killer}` : 'SURVIVED'}`,
    )
  }
  rmSync(copy, { recursive: true })
  console.log(`${chosen.length - survived} killed, ${survived} survived`)
  if (survived) process.exitCode = 1
}
