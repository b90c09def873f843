import { expect, onTestFinished, vi } from 'vitest'
import { Deadline } from '../../entities/connection/deadline.ts'
import { connectionsOf } from '../../entities/connection/pool.ts'
import type { TestService } from './service.ts'
import { execute } from './stores/execute.ts'

type AtTheEnd = (work: () => void) => void
type Timed = Pick<TestService, 'orm' | 'ownerUrl'>

/** The latest time that a test has made; a clock that went back would end no wait. */
let latest = 0

/** Resolves when the deadlines have been looked at once more. */
const looked = () => new Promise<void>((resolve) => new Deadline(0).wait(resolve))

/**
 * Until the test has finished (or the file, with `afterAll`), only the test moves the clock of deadlines, and PostgreSQL
 * itself ends no statement: nothing is 503 because the machine is slow, and who waits for each other does so for good.
 * `pass` lets time pass; `stall` makes it jump, as if the process had slept, which is noticed when next `looked` at.
 */
export async function stopDeadlines(service: Timed, atTheEnd: AtTheEnd = onTestFinished) {
  let now = Math.max(performance.now(), latest)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  atTheEnd(() => clock.mockRestore())
  await withoutStatementTimeout(service, atTheEnd)
  // What passed until now may be a stall, and another would count in full, until a look sees no time pass.
  await looked()
  await looked()
  const stall = (milliseconds: number) => {
    now += milliseconds
    latest = now
  }
  return {
    looked,
    stall,
    async pass(milliseconds: number) {
      // A longer step would be a stall.
      for (let left = milliseconds; left > 0; left -= 200) {
        stall(Math.min(left, 200))
        await looked()
      }
    },
  }
}

/** Replaces the connections of the service by some on which a statement may take any time. */
async function withoutStatementTimeout({ orm, ownerUrl }: Timed, atTheEnd: AtTheEnd) {
  const { options } = await orm.em.getConnection().getNativeClient()
  const { statement_timeout } = options
  options.statement_timeout = 0
  atTheEnd(() => {
    options.statement_timeout = statement_timeout
  })
  const all = `from pg_stat_activity where application_name = 'coverage' and datname = current_database()`
  await execute(ownerUrl, `select pg_terminate_backend(pid) ${all}`)
  await vi.waitFor(() => expect(connectionsOf(orm).total).toBe(0), 30_000)
}
