import { afterAll, onTestFinished, test } from 'vitest'
import { factories } from '../made/factories.ts'
import { isCheck } from './run/ring.ts'
import { type ServiceOptions, startService } from './service.ts'

/** A test that only `npm run check` runs. */
export const testInCheck = test.runIf(isCheck)

/** Closes what a test file opens while it loads: after the file's last test, the latest first. */
export function closedAfterAll<T extends { close(): unknown }>(opened: T): T {
  afterAll(async () => {
    await opened.close()
  })
  return opened
}

/** Closes what a test opens, once the test has finished. */
export function closedAfterTest<T extends { close(): unknown }>(opened: T): T {
  onTestFinished(async () => {
    await opened.close()
  })
  return opened
}

/** What most test files begin with: a service of their own, rows to put into it, and a signed-in administrator. */
export async function serviceForFile(options?: ServiceOptions) {
  const service = closedAfterAll(await startService(options))
  return { service, make: factories(service), admin: await service.as('ADMIN') }
}
