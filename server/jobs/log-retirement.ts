import { Cron } from 'croner'
import type { Logger } from 'pino'
import { retireLogs } from '../../entities/logs/retention.ts'
import { connect, longTimeout } from '../../entities/orm.ts'
import { theService } from '../../src/logs/audit.ts'
import type { Settings } from '../settings/settings.ts'

type Parts = { settings: Settings; log: Logger; ownerUrl: string | undefined; clock?: () => Date }

/** Retires old log entries every night, if this process has the owner's address and a retention is set. */
export function scheduleRetirement({ settings, log, ownerUrl, clock = () => new Date() }: Parts) {
  const { logRetentionMonths: months, timeZone: zone } = settings
  if (!ownerUrl || months === undefined) return
  return new Cron(
    '17 3 * * *',
    {
      timezone: zone,
      protect: true,
      catch: (err) => log.error({ err }, 'the logs could not be retired'),
    },
    async () => {
      await using orm = connect(ownerUrl, { max: 1, queryTimeout: longTimeout })
      const retired = await retireLogs({ em: orm.em, author: theService(clock()) }, months)
      for (const entries of retired) log.info(entries, 'retired log entries')
    },
  )
}
