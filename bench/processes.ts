import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import packageJson from '../package.json' with { type: 'json' }
import { freePort } from '../test/free-port.ts'
import type { Start } from './bare.ts'

export type Running = { url: string; pid: number; startMilliseconds: number; stop(): Promise<void> }

const root = join(import.meta.dirname, '..')

/** Starts the service as `npm start` does, and waits until it listens. */
export async function startService(environment: Record<string, string>): Promise<Running> {
  const [port, opsPort] = [await freePort(), await freePort()]
  const env = { ...environment, HOST: '127.0.0.1', PORT: String(port), OPS_PORT: String(opsPort) }
  const started = performance.now()
  const [, ...args] = packageJson.scripts.start.split(' ')
  const child = spawn(process.execPath, args, {
    cwd: root,
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

/** The process's processor time so far, in microseconds; NaN without `/proc`. */
export function processorTime(pid: number): number {
  // The second field is the command in parentheses; user and system time are fields 14 and 15, in hundredths of a second.
  const fields = processFile(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** The process's resident memory, in MB; NaN without `/proc`. */
export function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(processFile(pid, 'status')) ?? []
  return Number(kilobytes) / 1024
}

function processFile(pid: number, name: string): string {
  const file = `/proc/${pid}/${name}`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
