import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium } from '../programs/chromium.ts'

const program = join(import.meta.dirname, '..', '..', '..', 'ops', 'console', 'build', 'main.ts')
const environment = { ...process.env, NODE_ENV: 'production' }

/** Whether the tests of a file may open a browser. */
export const mayOpenBrowser = (file: string) => /\/test\/(console\/|client\/(browser|react)\.)/.test(file)

/** Builds the console, in a process of its own because tests run under another NODE_ENV. It prints why it cannot. */
export async function buildConsole(): Promise<void> {
  const child = spawn(process.execPath, [program, '--if-stale'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
}

/**
 * Builds the console and fetches Chromium, once for all workers. If Chromium cannot be fetched, each file tries again
 * and reports it.
 */
export async function preparePages(files: string[], marker: string): Promise<void> {
  if (files.some(mayOpenBrowser)) await Promise.allSettled([buildConsole(), findChromium()])
  await writeFile(marker, '')
}
