import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { revocationSeconds } from '../../src/accounts/limits.ts'
import { defineScript, untilDone } from '../stores/redis.ts'

/** A claim that is not confirmed within this many milliseconds lapses: its process or connection has failed. */
const confirmedWithin = 500
/** Milliseconds between checks of another caller's claim, and the maximum number of checks. */
const pause = 20
const looks = 75

/** A use of a refresh token; a request with an `Idempotency-Key` says for which successor. */
export type Use = { tokenId: string; successor?: string | undefined }

/** The first use of a token, its repetition for the same successor, or milliseconds since another use. */
export type Claimed = 'first' | 'again' | number

export const usedKey = (tokenId: string) => `token:used:${tokenId}`

/** Milliseconds within which a token may be used again for the same successor (D19). */
export const repeatableWithin = 60_000

// A token's key holds `claimed:<holder>`, which lapses by itself, or `<milliseconds>:<holder>` since its use. The holder
// is a process, or the successor that a request with an `Idempotency-Key` gets, `next:<id>`.
const use = `
local held = redis.call('get', KEYS[1])
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used = held and tonumber(string.match(held, '^%d+'))`
const [unused, claimedByAnother, usedAlike] = [-1, -2, -3]

/** ARGV: the holder, milliseconds (0 to look only). Replies with the milliseconds since the token's use, if any. */
const claimToken = `${use}
if used and now - used < ${repeatableWithin} and string.match(held, ':(next:.*)') == ARGV[1] then return ${usedAlike} end
if used then return math.max(0, now - used) end
if ARGV[2] == '0' then return ${unused} end
return redis.call('set', KEYS[1], 'claimed:' .. ARGV[1], 'NX', 'PX', ARGV[2]) and ${unused} or ${claimedByAnother}`

/** ARGV: the holder, seconds of the mark. Replies with 1 if the use is the holder's. */
const confirmClaim = `${use}
if held ~= 'claimed:' .. ARGV[1] then return 0 end
redis.call('set', KEYS[1], string.format('%.0f:', now) .. ARGV[1], 'EX', ARGV[2])
return 1`

/** ARGV: the holder. */
const releaseClaim = `${use}
if held and string.match(held, ':(.*)') == ARGV[1] then redis.call('del', KEYS[1]) end`

/**
 * Claims refresh tokens for one caller each, in two steps. A claim lapses if its reply is lost; a confirmation is taken
 * back once Redis is back. So no caller loses a token without getting a new one.
 */
export function tokenClaims(redis: Redis) {
  const script = <Reply>(name: string, lua: string) =>
    defineScript<Reply>(redis, { name, lua, numberOfKeys: 1 })
  const claim = script<number>('claimToken', claimToken)
  const confirm = script<number>('confirmClaim', confirmClaim)
  const release = script<null>('releaseClaim', releaseClaim)
  const process = randomUUID()
  const holderOf = ({ successor }: Use) => (successor ? `next:${successor}` : process)
  const keys = (use: Use) => [usedKey(use.tokenId), holderOf(use)]
  /** A use as one text, which names its key and its holder. */
  const textOf = (use: Use) => keys(use).join(' ')

  const releases = untilDone(redis, (text) => release(text.split(' ')))

  async function isConfirmed(use: Use) {
    try {
      return (await confirm([...keys(use), revocationSeconds])) === 1
    } catch (error) {
      releases.attempt(textOf(use)).catch(() => {})
      throw error
    }
  }

  return {
    /** The milliseconds since the token's use; undefined if it has not been used. */
    async usedSince(use: Use) {
      const reply = await claim([...keys(use), 0])
      return reply < 0 ? undefined : reply
    },

    /** See `Revocations`. */
    async claim(use: Use): Promise<Claimed> {
      // A pending release must come first: after the claim it would undo it.
      if (releases.isUndone(textOf(use))) await releases.attempt(textOf(use))
      for (let look = 0; look < looks; look++) {
        const reply = await claim([...keys(use), confirmedWithin])
        if (reply >= 0) return reply
        if (reply === usedAlike) return 'again'
        if (reply === unused && (await isConfirmed(use))) return 'first'
        await sleep(pause)
      }
      throw new Error('A claim was not decided in time.')
    },

    release: (use: Use) => releases.attempt(textOf(use)),
  }
}
