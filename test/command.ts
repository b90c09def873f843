import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import packageJson from '../package.json' with { type: 'json' }

type Options = { input?: string; env?: Record<string, string> }

/** Runs a coverage command as npx does: the file itself, with the pinned Node first on the PATH. */
export async function runCommand(args: string[], { input = '', env = {} }: Options) {
  const child = spawn(`./${packageJson.bin.coverage}`, args, {
    env: {
      PATH: `node_modules/.bin:${process.env.PATH}`,
      // What Node has compiled, as the service keeps it: half of the time of most commands.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      ...env,
    },
  })
  child.stdin.end(input)
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { code, out, err }
}
