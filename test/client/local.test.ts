import { expect, test } from 'vitest'
import clientPackage from '../../client/package.json' with { type: 'json' }
import { createCookieJar, createCoverageClient } from '../../client/src/index.ts'
import { password, startCuttableService, startService, type TestService } from '../setup/service.ts'
import { clientSuite } from './suite/suite.ts'

const minutes = 60_000
const days = 24 * 60 * minutes

const advance = ({ clock }: TestService, milliseconds: number) => {
  clock.now = new Date(clock.now.getTime() + milliseconds)
}

await clientSuite(async (env) => {
  const service = await startService({ env })
  return {
    service,
    addUser: async (role) => ({ email: (await service.addUser(role)).email, password }),
    expireAccessTokens: () => advance(service, 61 * minutes),
    expireRefreshTokens: () => advance(service, 8 * days),
  }
})

test('a refresh that is temporarily impossible is 503 and leaves the user signed in', async () => {
  const service = await startCuttableService('Redis')
  const client = createCoverageClient({ url: service.url })
  const { email } = await client.login((await service.addUser('ADMIN')).email, password)
  advance(service, 61 * minutes)
  await service.line.cut()
  await expect(client.me()).rejects.toMatchObject({ status: 503, retryAfterSeconds: undefined })
  await service.line.restore()
  await expect.poll(() => client.me().catch((error) => error)).toMatchObject({ email })
  await service.close()
})

const user_agent = `workforce-coverage-client/${clientPackage.version}`

test('a client and its saved cookies stay signed in when the user changes the password', async () => {
  const service = await startService()
  const cookies = createCookieJar()
  const client = createCoverageClient({ url: service.url, cookies })
  let saved = cookies.toJSON()
  for (const event of ['signedIn', 'refreshed'] as const)
    client.on(event, () => {
      saved = cookies.toJSON()
    })
  const { email } = await client.login((await service.addUser('EMPLOYEE')).email, password)
  const weak = { current_password: password, new_password: 'password1234' }
  await expect(client.account.change_password.mutate(weak)).rejects.toMatchObject({
    status: 400,
    fieldErrors: { new_password: ['This password is too common.'] },
  })
  await client.account.change_password.mutate({ ...weak, new_password: 'a whole new phrase' })
  expect((await client.me()).email).toBe(email)
  const restored = createCoverageClient({ url: service.url, cookies: createCookieJar(saved) })
  expect((await restored.me()).email).toBe(email)
  advance(service, 61 * minutes)
  expect(await client.account.sessions.query()).toMatchObject([{ is_current: true, user_agent }])
  await service.close()
})
