import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type Order = 'cut' | 'freeze' | 'restore'
export type ProxyInThread = { url: string; order(order: Order): Promise<void>; close(): Promise<unknown> }

/** A cuttable proxy in a thread of its own, so that this thread's load does not look like a slow Redis. */
export async function proxyInThread(targetUrl: string): Promise<ProxyInThread> {
  const thread = new Worker(new URL('proxy-thread.ts', import.meta.url), { workerData: targetUrl })
  const [url] = (await once(thread, 'message')) as [string]
  return {
    url,
    async order(order) {
      thread.postMessage(order)
      await once(thread, 'message')
    },
    close: () => thread.terminate(),
  }
}
