import { expect, onTestFinished, vi } from 'vitest'
import { Deadline } from '../../entities/connection/deadline.ts'
import { connectionsOf, poolOf } from '../../entities/connection/pool.ts'
import type { TestService } from './service.ts'
import { execute } from './stores/execute.ts'

type AtTheEnd = (work: () => void) => void
type Timed = Pick<TestService, 'orm' | 'ownerUrl'>

/**
 * Until the test has finished (or the file, with `afterAll`), no wait for PostgreSQL is given up: nothing
 * is 503 because the machine is slow, and who waits for each other does so for good.
 */
export async function stopDeadlines(service: Timed, atTheEnd: AtTheEnd = onTestFinished) {
  const wait = vi.spyOn(Deadline.prototype, 'wait').mockImplementation((work) => work)
  atTheEnd(() => wait.mockRestore())
  await stopLockTimeout(service, atTheEnd)
}

/** The same for PostgreSQL's lock timeout alone; the service still gives up. */
export async function stopLockTimeout({ orm, ownerUrl }: Timed, atTheEnd: AtTheEnd = onTestFinished) {
  const { options } = poolOf(orm)
  const { lock_timeout } = options
  Object.assign(options, { lock_timeout: 0 })
  atTheEnd(() => Object.assign(options, { lock_timeout }))
  // The open connections have the timeouts that they began with. One that the service opens between a look and the
  // next would stay for ten seconds.
  const all = `from pg_stat_activity where application_name = 'coverage' and datname = current_database()`
  const close = async () => {
    await execute(ownerUrl, `select pg_terminate_backend(pid) ${all}`)
    expect(connectionsOf(orm).total).toBe(0)
  }
  await vi.waitFor(close, 30_000)
}
