import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { bombsOf, chunk, chunked, get, health, host, postTag, whole } from './requests.ts'
import { type Bytes, exchange, inParallel, open } from './socket.ts'

export type Target = {
  url: string
  /** The header lines of a signed-in user. */
  signedIn: string
  seed: number
  amount(of: { full: number; short: number }): number
}

/** An attack returns the statuses of all answers, and anything else that it finds wrong. */
export type Struck = { statuses: number[]; problems: string[] }
const nothingYet = (): Struck => ({ statuses: [], problems: [] })

export type Attack = (target: Target) => Promise<Struck>

/** A request with bytes changed, left out, doubled or inserted, or bytes that are no request at all. */
const broken = (request: string): fc.Arbitrary<Buffer> => {
  const bytes = Buffer.from(request, 'latin1')
  const at = fc.nat(bytes.length - 1)
  return fc.oneof(
    fc.tuple(at, fc.nat(255)).map(([place, byte]) => Buffer.from(bytes).fill(byte, place, place + 1)),
    fc
      .tuple(at, fc.nat(20))
      .map(([place, size]) => Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + size)])),
    fc
      .tuple(at, fc.nat(40))
      .map(([place, size]) => Buffer.concat([bytes.subarray(0, place + size), bytes.subarray(place)])),
    fc
      .tuple(at, fc.uint8Array({ minLength: 1, maxLength: 30 }))
      .map(([place, added]) => Buffer.concat([bytes.subarray(0, place), added, bytes.subarray(place)])),
    fc.uint8Array({ maxLength: 400 }).map((random) => Buffer.from(random)),
  )
}

async function brokenRequests({ url, signedIn, seed, amount }: Target): Promise<Struck> {
  const requests = [health, whole(''), whole(signedIn), chunked(signedIn, chunk)]
  const numRuns = amount({ full: 3000, short: 200 })
  const sent = fc.sample(fc.oneof(...requests.map(broken)), { seed, numRuns })
  return strike(url, sent)
}

/** Sends each to a connection of its own; every connection must be closed in the end. */
async function strike(url: string, all: readonly Bytes[]): Promise<Struck> {
  const struck = nothingYet()
  await inParallel(all, async (bytes) => {
    const { statuses, isClosed } = await exchange(url, [bytes])
    struck.statuses.push(...statuses)
    const shown = JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 300))
    if (!isClosed) struck.problems.push(`The connection stays open after ${shown}`)
    if (statuses.some((status) => status >= 500)) struck.problems.push(`${statuses} to ${shown}`)
  })
  return struck
}

const bombs = ({ url, signedIn }: Target) => strike(url, bombsOf(signedIn))

/** Connections that break in the middle of a request, or send none. */
async function cuts({ url, signedIn, amount }: Target): Promise<Struck> {
  const request = whole(signedIn)
  const count = amount({ full: 2000, short: 200 })
  await inParallel(Array.from({ length: count }), async (_, at) => {
    const socket = await open(url)
    socket.write(request.slice(0, Math.floor((request.length * at) / count)))
    await sleep(at % 5)
    if (at % 2) socket.resetAndDestroy()
    else socket.destroy()
  })
  return nothingYet()
}

/** With a last one, as many as one connection may have in progress. */
const pipelined = 15
const nowhere = `GET /api/v1/nowhere/ HTTP/1.1\r\n${host}\r\n`

/** A few requests in one write are all answered, in order. */
async function pipelines({ url, signedIn, amount }: Target): Promise<Struck> {
  const struck = nothingYet()
  const expected = Array.from({ length: pipelined }, (_, n) => (n % 5 ? 404 : 200))
  const sent = expected.map((status) => (status === 200 ? get(signedIn) : nowhere)).join('')
  for (let pipe = 0; pipe < amount({ full: 50, short: 5 }); pipe++) {
    const { statuses } = await exchange(url, [sent, get('Connection: close\r\n')], { isEnded: false })
    struck.statuses.push(...statuses)
    if (`${statuses}` !== `${[...expected, 401]}`)
      struck.problems.push(`${pipelined} requests in one write are answered ${statuses}`)
  }
  return struck
}

/** Answers that no client reads, on many connections; requests follow one another, so as not to arrive together. */
async function unread({ url, amount }: Target): Promise<Struck> {
  const sockets = await Promise.all(Array.from({ length: amount({ full: 50, short: 10 }) }, () => open(url)))
  for (const socket of sockets) {
    socket.write(nowhere.repeat(pipelined))
    await once(socket, 'data')
    socket.pause()
  }
  await sleep(amount({ full: 10_000, short: 1000 }))
  for (const socket of sockets) socket.resetAndDestroy()
  return nothingYet()
}

/** How long the service lets a request take, and how often it looks: half a minute each. */
const longestRequest = 70_000

/** Headers and bodies that come a byte at a time: cut off by the service, if the attack lasts that long. */
export async function slow({ url, signedIn, amount }: Target): Promise<Struck> {
  const lasting = amount({ full: longestRequest, short: 2000 })
  const pace = 500
  const drops = Array.from({ length: lasting / pace }, () => 'x')
  const beginnings = [
    'GET /api/health/ HTTP/1.1\r\nX: ',
    `${postTag(signedIn)}Content-Length: 1000\r\n\r\n`,
    'G',
    '',
  ]
  const struck = nothingYet()
  const sockets = Array.from({ length: amount({ full: 400, short: 40 }) })
  await inParallel(
    sockets,
    async (_, at) => {
      const beginning = beginnings[at % beginnings.length] ?? ''
      const { statuses, isClosed } = await exchange(url, beginning ? [beginning, ...drops] : [], {
        pace,
        isEnded: false,
        patience: beginning ? 0 : lasting,
      })
      struck.statuses.push(...statuses)
      if (lasting === longestRequest && !isClosed)
        struck.problems.push(`A connection that sends ${JSON.stringify(beginning)} slowly stays open`)
    },
    sockets.length,
  )
  return struck
}

export const attacks: readonly Attack[] = [brokenRequests, bombs, cuts, pipelines, unread]
