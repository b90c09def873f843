import { expect, test } from 'vitest'
import { exchange } from '../../proof/fuzz/socket.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const { service } = await serviceForFile({ env: { THROTTLE_ANON: '1000/hour' } })
const ops = closedAfterAll(await startConsole(service))
const most = 16

function pipelined(path: string, count: number, header = '') {
  const [line, end] = [`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}`, 'Connection: close\r\n\r\n']
  return exchange(url(path), [`${line}\r\n`.repeat(count - 1) + line + end], { isEnded: false })
}
const url = (path: string) => (path === '/livez' ? ops.url : service.url)

test.each([
  ['/api/v1/tags/', 401],
  ['/livez', 200],
])('sixteen requests of one connection at once are all answered at %s', async (path, status) => {
  expect(await pipelined(path, most)).toEqual({ statuses: Array(most).fill(status), isClosed: true })
})

test.each([
  ['/api/v1/tags/', ''],
  ['/api/v1/tags/', 'Expect: the unexpected\r\n'],
  ['/livez', ''],
])('a connection with more requests in progress is closed at %s %s', async (path, header) => {
  const { statuses, isClosed } = await pipelined(path, 5000, header)
  expect(isClosed).toBe(true)
  expect(statuses.length).toBeLessThanOrEqual(most)
})

test('of a flood of requests on one connection only sixteen are counted', async () => {
  const remaining = async () => {
    const { headers } = await fetch(`${service.url}/api/v1/tags/`)
    return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  }
  const before = await remaining()
  await pipelined('/api/v1/tags/', 5000)
  expect(before - 1 - (await remaining())).toBeLessThanOrEqual(most)
})
