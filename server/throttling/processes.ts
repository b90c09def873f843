import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { defineScript } from '../stores/redis.ts'
import type { Usage } from './windows.ts'

/** Milliseconds between heartbeats, and after the last one until a process counts as gone. */
const interval = 1000
const goneAfter = 10_000

const setOfProcesses = 'throttle:processes'
/** Differs after each change that may have made room in a full window. */
const lastChange = 'throttle:change'

/** ARGV: the process, the milliseconds. Replies with the processes that are alive. */
const showLife = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zadd', KEYS[1], now, ARGV[1])
redis.call('zremrangebyscore', KEYS[1], '-inf', now - ARGV[2])
redis.call('pexpire', KEYS[1], ARGV[2])
return redis.call('zrange', KEYS[1], 0, -1)`

/**
 * The processes that count in the same Redis. While it is down, each admits only its share of a limit, so that all
 * together admit no more than one limit (D21). Each remembers full windows, and asks Redis about them once they end.
 */
export class Processes {
  /** The keys whose windows are known to be full, by scope. */
  readonly full = new LRUCache<string, Usage>({ max: 10_000 })
  #lastChange: string | null = null
  readonly #id = randomUUID()
  readonly #ofInstance: number
  /** The processes found at the last two heartbeats: at one of them Redis may just have lost its data. */
  #found: [string[], string[]] = [[], []]
  #hasJoined = false

  /** `ofInstance` is how many processes this instance has, used until Redis has answered for the first time. */
  constructor(ofInstance = 1) {
    this.#ofInstance = ofInstance
  }

  /**
   * Tells Redis every second that this process is alive, until `leave` is called. The first of its listeners to join
   * does so for all: if two did at the same moment, both could meet a Redis that has just lost its data.
   */
  join(redis: Redis): { leave(): Promise<void> } {
    if (this.#hasJoined) return { leave: async () => {} }
    this.#hasJoined = true
    const script = { name: 'showLife', lua: showLife, numberOfKeys: 1 }
    const show = defineScript<string[]>(redis, script)
    const showAndFind = async () => {
      if (redis.status !== 'ready') return
      const known = this.#lastChange
      const [found, change] = await Promise.all([
        show([setOfProcesses, this.#id, goneAfter]),
        redis.get(lastChange),
      ])
      this.#found = [found.sort(), this.#found[0]]
      if (change !== known) this.full.clear()
      // If this process has made a change meanwhile, it knows a later one.
      if (this.#lastChange === known) this.#lastChange = change
    }
    // Not logged here: counting requests already logs that Redis is down.
    const tryToShow = () => showAndFind().catch(() => {})
    void tryToShow()
    const timer = setInterval(tryToShow, interval).unref()
    return {
      leave: async () => {
        clearInterval(timer)
        this.#hasJoined = false
        await redis.zrem(setOfProcesses, this.#id).catch(() => {})
      },
    }
  }

  /** Lets all processes ask Redis again about the windows that they know to be full. */
  async forgetFull(redis?: Redis) {
    this.full.clear()
    const change = randomUUID()
    await redis?.set(lastChange, change)
    // Another process may have made a change meanwhile, which this one has just replaced.
    this.full.clear()
    this.#lastChange = change
  }

  /** How much of the key's limit this process may admit; who gets the remainder differs from key to key. */
  share(limit: number, key: string): number {
    const [last, before] = this.#found
    const processes = last.length < before.length ? before : last
    const number = processes.length
    if (number === 0) return Math.max(1, Math.floor(limit / this.#ofInstance))
    const rank = (processes.indexOf(this.#id) + hash(key)) % number
    return Math.floor(limit / number) + (rank < limit % number ? 1 : 0)
  }
}

const hash = (text: string) =>
  [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 0)
