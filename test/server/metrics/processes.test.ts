import cluster, { type Worker } from 'node:cluster'
import { Counter, Registry } from '@prometheus-io/client'
import { afterEach, expect, test } from 'vitest'
import { Writability } from '../../../entities/connection/availability.ts'
import { shareWritability, totalsOf } from '../../../server/metrics/processes.ts'

const events = ['message', 'online', 'exit'] as const
const before = events.map((event) => cluster.listeners(event))
const { workers } = cluster
afterEach(() => {
  for (const [i, event] of events.entries())
    for (const added of cluster.listeners(event))
      if (!before[i]?.includes(added)) cluster.off(event, added as () => void)
  Object.assign(cluster, { workers })
})

/** Workers of this process, as the leader sees them, and what each is sent. */
function startWorkers(number: number) {
  const started = Array.from({ length: number }, (_, index) => {
    const heard: unknown[] = []
    const worker = { id: index + 1, isConnected: () => true, send: (message: unknown) => heard.push(message) }
    return { worker: worker as unknown as Worker, heard }
  })
  Object.assign(cluster, { workers: Object.fromEntries(started.map(({ worker }) => [worker.id, worker])) })
  return started
}

type Started = ReturnType<typeof startWorkers>[number]

test('what one worker learns about writes, the leader and all other workers learn too', () => {
  const [first, second, third] = startWorkers(3) as [Started, Started, Started]
  const leader = new Writability()
  shareWritability(leader)

  cluster.emit('message', first.worker, { writes: 'disk full' })
  expect(leader.refusal).toBe('disk full')
  cluster.emit('online', third.worker)
  cluster.emit('message', second.worker, { writes: 'stored' })
  expect(leader.refusal).toBeUndefined()
  cluster.emit('online', third.worker)
  leader.refused('read-only')
  expect(first.heard).toEqual([{ writes: 'stored' }, { writes: 'read-only' }])
  expect(second.heard).toEqual([{ writes: 'disk full' }, { writes: 'read-only' }])
  expect(third.heard).toEqual(['disk full', 'disk full', 'stored', 'read-only'].map((writes) => ({ writes })))
})

test('what a process has learnt from another does not make its own connections suspect', () => {
  const worker = new Writability()
  worker.learn('read-only')
  expect([worker.refusal, worker.isSuspect(1)]).toEqual(['read-only', false])
  worker.succeeded()
  expect(worker.refusal).toBeUndefined()
})

test('the metrics are the sum of all processes, and what a dead worker counted stays', async () => {
  const processes = [1, 20, 300].map((count) => {
    const registry = new Registry()
    new Counter({ name: 'requests', help: 'Requests.', registers: [registry] }).inc(count)
    return registry
  })
  const [leader, ...others] = processes as [Registry, Registry, Registry]
  const started = startWorkers(2)
  const totals = totalsOf(leader)
  for (const [i, { worker }] of started.entries())
    worker.send = (() => {
      void others[i]?.getMetricsAsJSON().then((counts) => cluster.emit('message', worker, { counts }))
    }) as unknown as Worker['send']
  expect(await totals()).toContain('\nrequests 321\n')
  const [{ worker: dead }] = started as [Started]
  Object.assign(cluster, { workers: { 2: started[1]?.worker } })
  cluster.emit('exit', dead)
  expect(await totals()).toContain('\nrequests 321\n')
})
