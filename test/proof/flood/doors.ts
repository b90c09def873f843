import { setTimeout as sleep } from 'node:timers/promises'
import { type Headers, type Request, sendOnce } from '../calls/send.ts'
import { endedSession, signIn, userWithPassword } from '../faults/session.ts'
import type { Pair } from '../run/pair.ts'

/** A way in that is shut, and stays shut for as long as it is watched. */
export type Door = { name: string; tries: number; opened: number; longest: number }

const credentials = { email: 'flood@clinic.example', password: 'correct horse battery staple' }
const loginLimit = 5
/** Settings of instances whose callers name their own addresses. */
export const env = { TRUST_PROXY: '1', THROTTLE_ANON: '100/hour', THROTTLE_LOGIN: `${loginLimit}/hour` }

/** Shuts a session and the login of an address, and knocks at both until it is stopped. */
export async function watchDoors(pair: Pair) {
  const [{ url }] = pair.instances
  await userWithPassword(pair, credentials)
  const me = { method: 'GET', path: '/api/v1/auth/me/', headers: await endedSession(url, credentials) }
  const login = signIn({ ...credentials, password: 'a wrong one' })
  for (let used = 0; used < loginLimit; used++) await sendOnce(url, from('192.0.2.99', login))
  const doors: Door[] = []
  let isOn = true
  const knock = async (name: string, ask: (turn: number) => Request, isOpen: (status: number) => boolean) => {
    const door: Door = { name, tries: 0, opened: 0, longest: 0 }
    doors.push(door)
    while (isOn) {
      const started = performance.now()
      const { status } = await sendOnce(url, ask(door.tries++))
      door.longest = Math.max(door.longest, performance.now() - started)
      if (isOpen(status)) door.opened++
      await sleep(50)
    }
  }
  const watching = [
    // Each from an address of its own, because the limit of one address would refuse it too.
    knock(
      'ended session',
      (turn) => from(`10.0.${turn >> 8}.${turn % 256}`, me),
      (status) => status === 200,
    ),
    knock(
      'full address',
      () => from('192.0.2.99', login),
      (status) => ![0, 429, 503].includes(status),
    ),
  ]
  return {
    doors,
    async stop() {
      isOn = false
      await Promise.all(watching)
    },
  }
}

const from = (address: string, { headers, ...asked }: Request & { headers: Headers }): Request => ({
  ...asked,
  headers: { ...headers, 'x-forwarded-for': address },
})
