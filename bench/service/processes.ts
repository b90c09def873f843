import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/setup/programs/free-port.ts'

export type Running = {
  url: string
  opsUrl: string
  pid: number
  startMilliseconds: number
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..', '..')

/** Starts the service in the folder as `npm start` does, and waits until it listens; `log` is an open file for its log. */
export async function startService(
  environment: Record<string, string>,
  folder = root,
  log: number | 'ignore' = 'ignore',
): Promise<Running> {
  const [port, opsPort] = [await freePort(), await freePort()]
  const env = { ...environment, HOST: '127.0.0.1', PORT: String(port), OPS_PORT: String(opsPort) }
  const started = performance.now()
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [, ...args] = scripts.start.split(' ')
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', log, 'inherit'],
  })
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('The service does not start.')
    await sleep(5)
  }
  return running(child, [port, opsPort], performance.now() - started)
}

/** A program that has started to listen. */
function running(child: ChildProcess, [port, opsPort]: [number, number], startMilliseconds: number): Running {
  const pid = child.pid ?? 0
  const kill = () => child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return {
    url: `http://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    pid,
    startMilliseconds,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      // No balancer needs time to notice, so the service need not drain.
      child.kill('SIGINT')
      await exited
    },
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** The processor time of the process so far, with its children's, in microseconds; NaN without `/proc`. */
export function processorTime(pid: number): number {
  if (!existsSync('/proc')) return Number.NaN
  const living = [pid, ...childrenOf(pid)].reduce((sum, each) => sum + timeOfThreads(each), 0)
  return living + timeOfFinished(pid)
}

/** The time of all living threads; the first number of `schedstat` is nanoseconds on a processor. */
function timeOfThreads(pid: number): number {
  const nanoseconds = threadsOf(pid).map((thread) =>
    Number.parseInt(processFile(pid, `task/${thread}/schedstat`) || '0', 10),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000
}

/** The processor time of the process's children that have exited, in microseconds; 0 once it has exited itself. */
export function timeOfFinished(pid: number): number {
  // The second field is the command in parentheses. The two times of children are the 16th and 17th, in hundredths of
  // a second.
  const times = processFile(pid, 'stat').split(') ').at(-1)?.split(' ').slice(13, 15) ?? []
  return times.reduce((sum, ticks) => sum + Number(ticks) * 10_000, 0)
}

const threadsOf = (pid: number) => orElse([], () => readdirSync(`/proc/${pid}/task`))

/** Whether the process listens on the port of 127.0.0.1, as Linux's `/proc` shows it. */
export function listensOn(port: number, pid: number): boolean {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const listening = processFile(pid, 'net/tcp')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => local === address && state === '0A')
  const socket = `socket:[${listening?.[9]}]`
  return filesOf(pid).some((file) => file === socket)
}

/** What the process's open file descriptors refer to. */
const filesOf = (pid: number) =>
  orElse([], () => readdirSync(`/proc/${pid}/fd`).map((number) => readlinkSync(`/proc/${pid}/fd/${number}`)))

/** The parents of living processes, cached because looking at every process takes longer than a request. */
const parents = new Map<number, number>()

/** The living children of the process. */
export function childrenOf(pid: number): number[] {
  const living = new Set(readdirSync('/proc').map(Number).filter(Boolean))
  for (const known of parents.keys()) if (!living.has(known)) parents.delete(known)
  for (const each of living) if (!parents.has(each)) parents.set(each, parentOf(each))
  return [...living].filter((each) => parents.get(each) === pid)
}

/** The process that started this one; NaN when there is no such process. */
export const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(processFile(pid, 'stat'))?.[1])

/** The process's resident memory, in MB; NaN without `/proc`. */
export const residentMemory = (pid: number) => memoryOf(pid, 'VmRSS')

/** The peak resident memory of the process in MB; 0 without `/proc` and once it has exited. */
export const peakMemory = (pid: number) => memoryOf(pid, 'VmHWM') || 0

function memoryOf(pid: number, field: string): number {
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(processFile(pid, 'status')) ?? []
  return Number(kilobytes) / 1024
}

const processFile = (pid: number, name: string) =>
  orElse('', () => readFileSync(`/proc/${pid}/${name}`, 'utf8'))

/** The result of reading, or the fallback if the process has exited or there is no `/proc`. */
function orElse<T>(other: T, read: () => T): T {
  try {
    return read()
  } catch {
    return other
  }
}
