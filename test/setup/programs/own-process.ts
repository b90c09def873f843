import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Calls a function of a module in a process of its own: what a bundler once took, the test's process keeps. */
export const inOwnProcess = (module: string, name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `await (await import(${JSON.stringify(module)})).${name}(...process.argv.slice(1))`,
    ...args,
  ])
