import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { User } from '../../entities/accounts/user.ts'
import { consoleCookies } from '../../routers/ports/cookies.ts'
import type { LocalCounts } from '../../server/compose.ts'
import { createOpsApp } from '../../server/ops-port/app.ts'
import { consoleApi } from '../../server/ops-port/console-api.ts'
import { createSystem } from '../../server/ops-port/system/system.ts'
import { connectServices } from '../../server/serve.ts'
import { readSettings } from '../../server/settings/settings.ts'
import type { Role } from '../../src/accounts/permissions.ts'
import { Client } from './client.ts'
import { password, type TestService } from './service.ts'
import { throttlesOff } from './throttle-settings.ts'

type Options = {
  env?: Record<string, string>
  databaseUrl?: string
  redisUrl?: string
  counts?: LocalCounts
  /** The warnings of the System page. */
  warnings?: string[]
}

/** The operators' listener beside a service, with connections of its own as in a process of its own. */
export async function startConsole(service: TestService, options: Options = {}) {
  const { databaseUrl = service.databaseUrl, redisUrl = service.redisUrl, counts, warnings } = options
  const secret = { JWT_SECRET: 'a secret of thirty-two bytes or so' }
  const env = { ...secret, REDIS_URL: redisUrl, ...throttlesOff, ...options.env }
  const settings = readSettings(env)
  const log = pino({ level: 'silent' })
  const clock = () => service.clock.now
  const shared = { settings, databaseUrl, log, clock, counts, cookies: consoleCookies(settings) }
  const { orm, services, redis, stop } = await connectServices(shared)
  const system = createSystem({ settings, warnings, env, orm, redis, nextSweepAt: () => null, clock })
  const api = consoleApi({ ...services, system })
  const scrape = async () => ''
  const { provider } = services.sessions
  const { opsAllowedHosts: names, opsTrustProxy: trustProxy } = settings
  const server = createOpsApp({ orm, redis, scrape, api, names, trustProxy, provider }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** An operator signed in at the console as a new user of the role. */
  async function as(role: Role, fields: Partial<User> = { is_staff: true }) {
    const user = await service.addUser(role, fields)
    const client = new Client(url, user)
    await client.login(user.email, password)
    return client
  }

  return {
    url,
    services,
    anonymous: () => new Client(url),
    as,

    /** Has just confirmed their password, and so may change users. */
    async confirmed(role: Role, fields: Partial<User> = {}) {
      const client = await as(role, { is_staff: true, ...fields })
      await client.trpc('mutation', 'operator.users.confirm', { password })
      return client
    },

    async close() {
      server.closeAllConnections()
      server.close()
      await stop()
    },
  }
}
