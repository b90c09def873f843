import { afterAll } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../setup/identity-provider.ts'
import { password, startService } from '../setup/service.ts'
import { clientSuite } from './suite/suite.ts'

const minutes = 60_000
const days = 24 * 60 * minutes
const providers: IdentityProvider[] = []

afterAll(() => Promise.all(providers.map((provider) => provider.close())))

await clientSuite(async (env) => {
  const provider = await startIdentityProvider()
  providers.push(provider)
  const service = await startService({ env: { ...provider.env, ...env } })
  const advance = (milliseconds: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + milliseconds)
    provider.clock.now = service.clock.now
  }
  return {
    service,
    addUser: async (role) => ({ email: (await service.addUser(role)).email, password }),
    expireAccessTokens: () => advance(61 * minutes),
    expireRefreshTokens: () => advance(8 * days),
  }
})
