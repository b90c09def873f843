import { parentPort, workerData } from 'node:worker_threads'
import { cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import type { Order } from './proxy.ts'

const proxy = await cuttableProxy(workerData)
parentPort?.on('message', async (order: Order) => {
  await proxy[order]()
  parentPort?.postMessage(order)
})
parentPort?.postMessage(proxy.url)
