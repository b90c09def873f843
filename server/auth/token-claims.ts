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
/** Milliseconds for which a confirmed claim can be released. */
const releasableFor = 600_000

export const usedKey = (tokenId: string) => `token:used:${tokenId}`
const claimedKey = (tokenId: string) => `token:claimed:${tokenId}`

// KEYS: the mark of the use, the claim. A claim that does not become a use lapses by itself.
const now = `
local function now()
  local time = redis.call('time')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end`
const [claimed, isClaimedByAnother] = [-1, -2]

/** ARGV: the process, milliseconds. Replies with the milliseconds since the token's use, or the claiming process. */
const claimToken = `${now}
local used = redis.call('get', KEYS[1])
if used then return math.max(0, now() - used) end
return redis.call('set', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) and ${claimed} or ${isClaimedByAnother}`

/** ARGV: the process, seconds of the mark, milliseconds of the claim. Replies with 1 if the use is this process's. */
const confirmClaim = `${now}
if redis.call('get', KEYS[2]) ~= ARGV[1] then return 0 end
if not redis.call('set', KEYS[1], string.format('%.0f', now()), 'NX', 'EX', ARGV[2]) then return 0 end
redis.call('pexpire', KEYS[2], ARGV[3])
return 1`

/** ARGV: the process. */
const releaseClaim = `
if redis.call('get', KEYS[2]) == ARGV[1] then redis.call('del', KEYS[1], KEYS[2]) end`

/**
 * Claims refresh tokens for one caller each, in two steps. A claim lapses if its reply is lost; a confirmation is taken
 * back once Redis is back. So no caller loses a token without getting a new one.
 */
export function tokenClaims(redis: Redis) {
  const script = <Reply>(name: string, lua: string) =>
    defineScript<Reply>(redis, { name, lua, numberOfKeys: 2 })
  const claim = script<number>('claimToken', claimToken)
  const confirm = script<number>('confirmClaim', confirmClaim)
  const release = script<null>('releaseClaim', releaseClaim)
  const process = randomUUID()
  const keys = (tokenId: string) => [usedKey(tokenId), claimedKey(tokenId), process]

  const releases = untilDone(redis, (tokenId) => release(keys(tokenId)))

  async function isConfirmed(tokenId: string) {
    try {
      return (await confirm([...keys(tokenId), revocationSeconds, releasableFor])) === 1
    } catch (error) {
      releases.attempt(tokenId).catch(() => {})
      throw error
    }
  }

  return {
    /** Undefined for the one caller that may use the token; for all others the milliseconds since that use. */
    async claim(tokenId: string): Promise<number | undefined> {
      // A pending release must come first: after the claim it would undo it.
      if (releases.isUndone(tokenId)) await releases.attempt(tokenId)
      for (let look = 0; look < looks; look++) {
        const reply = await claim([...keys(tokenId), confirmedWithin])
        if (reply >= 0) return reply
        if (reply === claimed && (await isConfirmed(tokenId))) return undefined
        await sleep(pause)
      }
      throw new Error('A claim was not decided in time.')
    },

    release: releases.attempt,
  }
}
