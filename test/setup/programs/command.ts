import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import packageJson from '../../../package.json' with { type: 'json' }

type Options = { input?: string; env?: Record<string, string> }
/** What test/setup/programs/command-runner.ts is sent. */
export type Run = { args: string[]; input: string; env: Record<string, string> }

const program = join(import.meta.dirname, '..', '..', '..', packageJson.bin.coverage)
const environment = {
  PATH: `node_modules/.bin:${process.env.PATH}`,
  // What Node has compiled, as the service keeps it: half of the time of most commands.
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
}

/** Runs a coverage command as npx does: the file itself, with the pinned Node first on the PATH. */
export async function runProgram(args: string[], { input = '', env = {} }: Options) {
  const child = spawn(program, args, { env: { ...environment, ...env } })
  child.stdin.end(input)
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { code, out, err }
}

type Runner = { process: ChildProcess; died: Promise<never> }
/** Milliseconds after which a process that no test uses is ended. */
const idleTime = 5_000
let runner: Runner | undefined
let idle: NodeJS.Timeout | undefined
let previous: Promise<unknown> = Promise.resolve()

/** Runs a coverage command in a process that has loaded it already, which is ten times as quick. */
export function runCommand(args: string[], { input = '', env = {} }: Options) {
  const ended = previous.then(() => runNow({ args, input, env: { ...environment, ...env } }))
  previous = ended.catch(() => {})
  return ended
}

async function runNow(run: Run) {
  clearTimeout(idle)
  runner ??= startRunner()
  const { process, died } = runner
  const answers = Promise.all([
    untilMark(process.stdout),
    untilMark(process.stderr),
    once(process, 'message'),
  ])
  process.send(run)
  const [out, err, [{ code }]] = await Promise.race([answers, died])
  idle = setTimeout(() => {
    runner = undefined
    if (process.connected) process.disconnect()
  }, idleTime).unref()
  return { code: code as number | null, out, err }
}

/** One for all test files of a worker, which it does not keep alive. */
function startRunner(): Runner {
  const child = fork(join(import.meta.dirname, 'command-runner.ts'), [program], {
    env: environment,
    execPath: join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'node'),
    execArgv: ['--max-old-space-size=192', '--max-semi-space-size=8'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const died = once(child, 'exit').then(([code]) => {
    if (runner?.process === child) runner = undefined
    throw new Error(`A command has ended its process with ${code}`)
  })
  died.catch(() => {})
  return { process: child, died }
}

/** What a stream brings until the mark that the runner writes after each command. */
function untilMark(stream: Readable | null): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    stream?.setEncoding('utf8').on('data', function take(chunk: string) {
      text += chunk
      if (!text.endsWith('\0')) return
      stream.off('data', take)
      resolve(text.slice(0, -1))
    })
  })
}
