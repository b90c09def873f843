import { pino } from 'pino'
import { loadDemo } from '../../../server/demo/load.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

/** The console of a service with the demo clinic, whose clock is the real one. */
export async function demoConsole(options: Parameters<typeof startConsole>[1] = {}) {
  const { service } = await serviceForFile({
    async databaseUrl(url) {
      await loadDemo(readSettings({}), url, { now: new Date(), log: pino({ level: 'silent' }) })
      return url
    },
  })
  Object.defineProperty(service.clock, 'now', { get: () => new Date() })
  return { service, operators: closedAfterAll(await startConsole(service, options)) }
}
