import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../entities/orm.ts'
import { scheduleSeals } from '../../../server/jobs/seals.ts'
import { Metrics } from '../../../server/metrics/metrics.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

test('the JSON log and the metrics get the end of each chain, and the working role seals', async () => {
  const database = await freshDatabase()
  const orm = connect(database.workingUrl)
  onTestFinished(async () => {
    await orm.close()
    await database.drop()
  })
  const lines: { sealed: { log: string; position: number; hash: string } }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const metrics = new Metrics()
  const job = scheduleSeals({ orm, log, metrics })
  onTestFinished(() => job.stop())
  await job.trigger()
  await execute(
    database.workingUrl,
    `insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
      values ('login', 'DONE', 1, '', '', '', 'rest', '', '', now())`,
  )
  // Transactions of other tests on the same server may delay the seal.
  await expect.poll(() => job.trigger().then(() => lines.length), { timeout: 50_000 }).toBe(1)
  await job.trigger()
  const [{ hash = '' } = {}] = await execute<{ hash: string }>(
    database.url,
    `select encode(hash, 'hex') as hash from trail.seals where log = 'security_log'`,
  )
  expect(lines.map(({ sealed }) => sealed)).toEqual([{ log: 'security_log', position: 1, hash }])
  const text = await metrics.registry.metrics()
  expect(text).toContain('coverage_log_sealed_entries{log="security_log"} 1\n')
  expect(text).toContain('coverage_log_seal{log="change_log"} 0\n')
  expect(text).toContain(`coverage_log_seal{log="security_log"} ${Number.parseInt(hash.slice(0, 12), 16)}\n`)
})
