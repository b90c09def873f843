import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import { closedAfterAll } from '../../../setup/fixture.ts'
import { startIdentityProvider } from '../../../setup/identity-provider.ts'
import { password, startService } from '../../../setup/service.ts'

const provider = closedAfterAll(await startIdentityProvider())
const service = closedAfterAll(await startService({ env: provider.env }))
const redis = new Redis(service.redisUrl)
afterAll(() => redis.disconnect())

const user = await service.addUser('VIEWER')

/** A new session of the user, and the Redis key of the provider's refresh token, which is encrypted. */
async function newSession() {
  const before = await redis.keys('oidc:session:*')
  const client = service.anonymous()
  await client.login(user.email, password)
  const [key = ''] = (await redis.keys('oidc:session:*')).filter((key) => !before.includes(key))
  return { client, key, sealed: (await redis.get(key)) ?? '' }
}

/** The text with its last byte changed, which is the last of the encrypted token. */
function changed(sealed: string) {
  const bytes = Buffer.from(sealed, 'base64')
  bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1)
  return bytes.toString('base64')
}

test("a provider's refresh token can be decrypted only unchanged and for its own session", async () => {
  const [own, other, third] = [await newSession(), await newSession(), await newSession()]
  await redis.set(other.key, own.sealed)
  await redis.set(third.key, changed(third.sealed))
  const answers = []
  for (const { client } of [other, third, own])
    answers.push((await client.post('/api/v1/auth/token/refresh/')).status)
  expect(answers).toEqual([401, 401, 200])
})
