import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Mutant, mutants, problemsOf } from './mutants.ts'

const help = `npm run mutants [-- <options>]

Plants one fault after the other in a copy of the project, and runs the tests until one fails: first the file that
should notice the fault, then, if it does not, all. Prints which test killed each, and exits with 1 if one survived.
Without a fault those files must pass, so they run first.

  --ring all        the tests of npm run check instead of those of npm test
  --only <text>     only the faults whose name contains the text; may be repeated
  --file-only       only the file that should notice the fault`

const root = join(import.meta.dirname, '..', '..')
const { values: options } = parseArgs({
  options: {
    ring: { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    'file-only': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})

let running: ChildProcess | undefined
let isInterrupted = false
// Ctrl-C reaches the tests too: they stop what they have started, and then the copy can go.
process.on('SIGINT', () => {
  isInterrupted = true
})
process.on('SIGTERM', () => {
  isInterrupted = true
  running?.kill()
})

/** The project's files as they are now, beside links to what is installed. */
function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'coverage-mutants-'))
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of list.trim().split('\n')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file), { force: true })
  }
  for (const modules of ['node_modules', 'ops/tools/node_modules'])
    symlinkSync(join(root, modules), join(copy, modules))
  return copy
}

/** The name of the first test that fails, or why no test could; undefined if all pass. */
async function firstFailure(copy: string, files: string[]): Promise<string | undefined> {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...files]
  const env = { ...process.env, RING: options.ring ?? '', NO_COLOR: '1' }
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), ...args]
  const run = promisify(execFile)(process.execPath, vitest, { cwd: copy, env, maxBuffer: 2 ** 28 })
  running = run.child
  const failure = await run.then(
    () => undefined,
    (error: { stderr: string }) => error,
  )
  if (!failure) return undefined
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { testResults: [] }
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.find((one: { status: string }) => one.status === 'failed')
    if (failed || status === 'failed')
      return `${name.slice(copy.length + 1)}: ${failed?.fullName ?? 'does not load'}`
  }
  return `the whole run, which says ${/^\w*error: .*/im.exec(failure.stderr)?.[0] ?? failure.stderr}`
}

async function killerOf(copy: string, { file, from, to, test }: Mutant): Promise<string | undefined> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.split(from).join(to))
  let killer: string | undefined
  for (const files of options['file-only'] ? [[test]] : [[test], []])
    if (!isInterrupted) killer ??= await firstFailure(copy, files)
  writeFileSync(path, text)
  return killer
}

/** Returns how many survived; undefined if it was interrupted. */
async function plantAll(copy: string, chosen: readonly Mutant[]): Promise<number | undefined> {
  const failure = await firstFailure(copy, [...new Set(chosen.map(({ test }) => test))])
  if (failure && !isInterrupted) throw new Error(`Without a fault this fails already: ${failure}`)
  let survived = 0
  for (const [index, mutant] of chosen.entries()) {
    const killer = isInterrupted ? undefined : await killerOf(copy, mutant)
    if (isInterrupted) return undefined
    if (!killer) survived++
    const outcome = killer ? `killed by ${killer}` : 'SURVIVED'
    console.log(`${index + 1}/${chosen.length} ${mutant.name}: ${outcome}`)
  }
  console.log(`${chosen.length - survived} killed, ${survived} survived`)
  return survived
}

if (options.help) console.log(help)
else {
  const chosen = mutants.filter(({ name }) => options.only.some((text) => name.includes(text)))
  const problems = chosen.length ? chosen.flatMap(problemsOf) : ['No fault has such a name.']
  if (problems.length) throw new Error(problems.join('\n'))
  const copy = copyOfProject()
  try {
    if ((await plantAll(copy, chosen)) !== 0) process.exitCode = 1
  } finally {
    rmSync(copy, { recursive: true, maxRetries: 10 })
  }
}
