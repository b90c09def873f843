import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'
import { findRedis } from './redis-program.ts'

/** Starts a Redis of its own on a free port, without persistence, and waits until it is ready. */
export async function startRedis(): Promise<{ url: string; stop(): Promise<void>; abandon(): void }> {
  const { program, libraries } = await findRedis()
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'coverage-redis-'))
  const options = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder, daemonize: 'no' }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const inherited = process.env.LD_LIBRARY_PATH ? [process.env.LD_LIBRARY_PATH] : []
  const child = spawn(program, args, {
    env: { ...process.env, LD_LIBRARY_PATH: [...libraries, ...inherited].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  await untilReady(child.stdout)
  child.stdout.resume()
  child.stderr.resume()
  const abandon = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  const stop = async () => {
    abandon()
    await exited
  }
  return { url: `redis://127.0.0.1:${port}`, stop, abandon }
}

async function untilReady(output: NodeJS.ReadableStream): Promise<void> {
  const lines: string[] = []
  for await (const line of createInterface({ input: output })) {
    if (line.includes('Ready to accept connections')) return
    lines.push(line)
  }
  throw new Error(`redis-server does not start:\n${lines.join('\n')}`)
}
