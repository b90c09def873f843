import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Run } from './command.ts'

/** Runs one command after another for test/setup/programs/command.ts, so that what they import is loaded once. */
const [program = ''] = process.argv.slice(2)
let runs = 0

// Each command listens for signals, and to its output, until its process ends.
process.setMaxListeners(0)
process.stdout.setMaxListeners(0)
process.on('disconnect', () => process.exit())
process.on('message', async ({ args, input, env }: Run) => {
  process.argv = [process.execPath, program, ...args]
  process.env = env
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { value: Readable.from(input ? [input] : []), configurable: true })
  // The query makes Node evaluate the program again, but none of what it imports.
  await import(`${pathToFileURL(program)}?${runs++}`)
  process.stdout.write('\0')
  process.stderr.write('\0')
  process.send?.({ code: Number(process.exitCode ?? 0) })
})
