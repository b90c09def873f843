import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../programs/chromium.ts'

const program = join(import.meta.dirname, '..', '..', '..', 'ops', 'console', 'build', 'main.ts')
const environment = { ...process.env, NODE_ENV: 'production' }
let built: Promise<unknown> | undefined

/** Whether the tests of a file may open a browser. */
export const mayOpenBrowser = (file: string) => /\/test\/(console\/|client\/(browser|react)\.)/.test(file)

/** Builds the console, in a process of its own because tests run under another NODE_ENV. */
export function buildConsole(): Promise<unknown> {
  built ??= promisify(execFile)(process.execPath, [program, '--if-stale'], { env: environment })
  return built
}

/** Builds the console and fetches Chromium, once for all workers. If Chromium cannot be fetched, each file tries again and reports it. */
export async function preparePages(files: string[], marker: string): Promise<void> {
  if (files.some(mayOpenBrowser)) await Promise.allSettled([buildConsole(), findChromium()])
  await writeFile(marker, '')
}
