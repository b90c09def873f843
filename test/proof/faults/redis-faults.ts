import { Redis } from 'ioredis'
import { redisProcess } from '../../../bench/service/stores.ts'
import { type Fault, repeatedly } from './fault.ts'
import type { Scene } from './scene.ts'

const restore = ({ redis }: Scene) => redis.restore()
/** Without Redis it is unknown which refresh tokens are used (D21). */
const allowed = { refresh: [503], ended: [503] } as const
const slowness = 100
const pause = { every: 700, milliseconds: 300 }

export const redisFaults: Fault[] = [
  { name: 'Redis stopped', cause: ({ redis }) => redis.cut(), cure: restore, allowed },
  { name: 'Redis frozen', cause: ({ redis }) => redis.freeze(), cure: restore, allowed },
  { name: 'Redis slow', cause: ({ redis }) => redis.slow(slowness), cure: restore, allowed },
  { name: 'Redis reset', cause: ({ redis }) => repeatedly(150, redis.reset), cure: () => {}, allowed },
  { name: 'Redis flushed', cause: ({ redisUrl }) => flush(redisUrl), cure: () => {}, allowed: {} },
  {
    name: 'Redis pausing',
    async cause({ redisUrl }) {
      const pid = await redisProcess(redisUrl)
      const end = repeatedly(pause.every, () => {
        process.kill(pid, 'SIGSTOP')
        setTimeout(() => process.kill(pid, 'SIGCONT'), pause.milliseconds)
      })
      return end
    },
    cure: () => {},
    allowed,
  },
]

async function flush(url: string) {
  const redis = new Redis(url)
  await redis.flushall()
  redis.disconnect()
}
