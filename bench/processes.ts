import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/free-port.ts'
import type { Start } from './bare.ts'

export type Running = { url: string; pid: number; startMilliseconds: number; stop(): Promise<void> }

const root = join(import.meta.dirname, '..')

/** Starts the service in the folder as `npm start` does, and waits until it listens. */
export async function startService(environment: Record<string, string>, folder = root): Promise<Running> {
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
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('The service does not start.')
    await sleep(5)
  }
  return running(child, port, performance.now() - started)
}

/** Starts the bare server, and waits until it listens. */
export async function startBare(start: Start): Promise<Running> {
  const started = performance.now()
  const child = fork(join(import.meta.dirname, 'bare.ts'))
  child.send(start)
  const [port] = (await once(child, 'message')) as [number]
  return running(child, port, performance.now() - started)
}

function running(child: ChildProcess, port: number, startMilliseconds: number): Running {
  const pid = child.pid ?? 0
  process.once('exit', () => child.kill())
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    startMilliseconds,
    async stop() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
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
  const living = childrenOf(pid).reduce((sum, child) => sum + ticksOf(child), 0)
  return (ticksOf(pid) + living) * 10_000
}

/** Hundredths of a second of a process and of its children that have exited; 0 once it has exited itself. */
function ticksOf(pid: number): number {
  const stat = processFile(pid, 'stat')
  if (!stat) return existsSync('/proc') ? 0 : Number.NaN
  // The second field is the command in parentheses. The times, two of the process and two of its children, are the
  // fields from the 14th on.
  const times = stat.split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
  return times.reduce((sum, ticks) => sum + Number(ticks), 0)
}

const childrenOf = (pid: number) =>
  existsSync('/proc')
    ? readdirSync('/proc')
        .map(Number)
        .filter((child) => child && parentOf(child) === pid)
    : []

/** The process that started this one; NaN when there is no such process. */
export const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(processFile(pid, 'stat'))?.[1])

/** The process's resident memory, in MB; NaN without `/proc`. */
export function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(processFile(pid, 'status')) ?? []
  return Number(kilobytes) / 1024
}

function processFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
