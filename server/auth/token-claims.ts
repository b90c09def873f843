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

export const usedKey = (tokenId: string) => `token:used:${tokenId}`

// A token's key holds `claimed:<process>`, which lapses by itself, or `<milliseconds>:<process>` since its use.
const use = `
local held = redis.call('get', KEYS[1])
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used = held and tonumber(string.match(held, '^%d+'))`
const [unused, claimedByAnother] = [-1, -2]

/** ARGV: the process, milliseconds (0 to look only). Replies with the milliseconds since the token's use, if any. */
const claimToken = `${use}
if used then return math.max(0, now - used) end
if ARGV[2] == '0' then return ${unused} end
return redis.call('set', KEYS[1], 'claimed:' .. ARGV[1], 'NX', 'PX', ARGV[2]) and ${unused} or ${claimedByAnother}`

/** ARGV: the process, seconds of the mark. Replies with 1 if the use is this process's. */
const confirmClaim = `${use}
if held ~= 'claimed:' .. ARGV[1] then return 0 end
redis.call('set', KEYS[1], string.format('%.0f:', now) .. ARGV[1], 'EX', ARGV[2])
return 1`

/** ARGV: the process. */
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
  const keys = (tokenId: string) => [usedKey(tokenId), process]

  const releases = untilDone(redis, (tokenId) => release(keys(tokenId)))

  async function isConfirmed(tokenId: string) {
    try {
      return (await confirm([...keys(tokenId), revocationSeconds])) === 1
    } catch (error) {
      releases.attempt(tokenId).catch(() => {})
      throw error
    }
  }

  return {
    /** The milliseconds since the token's use; undefined if it has not been used. */
    async usedSince(tokenId: string) {
      const reply = await claim([...keys(tokenId), 0])
      return reply === unused ? undefined : reply
    },

    /** Undefined for the one caller that may use the token; for all others the milliseconds since that use. */
    async claim(tokenId: string): Promise<number | undefined> {
      // A pending release must come first: after the claim it would undo it.
      if (releases.isUndone(tokenId)) await releases.attempt(tokenId)
      for (let look = 0; look < looks; look++) {
        const reply = await claim([...keys(tokenId), confirmedWithin])
        if (reply >= 0) return reply
        if (reply === unused && (await isConfirmed(tokenId))) return undefined
        await sleep(pause)
      }
      throw new Error('A claim was not decided in time.')
    },

    release: releases.attempt,
  }
}
