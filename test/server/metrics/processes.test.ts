import cluster, { type Worker } from 'node:cluster'
import { afterEach, expect, test } from 'vitest'
import { Writability } from '../../../entities/connection/availability.ts'
import { shareWritability } from '../../../server/metrics/processes.ts'

const listeners = cluster.listeners('message')
const workers = cluster.workers
afterEach(() => {
  for (const added of cluster.listeners('message'))
    if (!listeners.includes(added)) cluster.off('message', added as () => void)
  Object.assign(cluster, { workers })
})

test('what one worker learns about writes, the leader and the other worker learn too', () => {
  const told = { first: [] as unknown[], second: [] as unknown[] }
  const worker = (heard: unknown[]) =>
    ({ isConnected: () => true, send: (message: unknown) => heard.push(message) }) as unknown as Worker
  const [first, second] = [worker(told.first), worker(told.second)]
  Object.assign(cluster, { workers: { 1: first, 2: second } })
  const leader = new Writability()
  shareWritability(leader)

  cluster.emit('message', first, { writes: 'disk full' })
  expect(leader.refusal).toBe('disk full')
  expect(told).toEqual({ first: [], second: [{ writes: 'disk full' }] })
  cluster.emit('message', second, { writes: 'stored' })
  expect(leader.refusal).toBeUndefined()
  leader.refused('read-only')
  expect(told).toEqual({
    first: [{ writes: 'stored' }, { writes: 'read-only' }],
    second: [{ writes: 'disk full' }, { writes: 'read-only' }],
  })
})
