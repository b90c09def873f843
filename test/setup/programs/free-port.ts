import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to connections, so that none of those takes one meanwhile. */
const first = 10_000
const count = 20_000
/** Processes that run at once begin far apart. */
let next = (process.pid * 97) % count

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  next = (next + 1) % count
  const port = first + next
  return (await isFree(port)) ? port : freePort()
}

async function isFree(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
