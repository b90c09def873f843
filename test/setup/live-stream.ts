import { onTestFinished } from 'vitest'
import type { Client } from './client.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
type Told = { id: string; data: any }

/** Opens a live stream as a browser's EventSource does; it is closed when the test has finished. */
export async function liveStream(
  { url }: { url: string },
  { topic, client, after }: { topic: string; client: Client; after?: string },
) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const path = `/trpc/live.${topic}`
  const response = await fetch(url + path, {
    headers: { ...client.headersFor(path), ...(after !== undefined && { 'Last-Event-ID': after }) },
    signal: leaving.signal,
  })
  const events = response.status === 200 ? eventsOf(response) : undefined
  const next = async () => (await events?.next())?.value as Told | undefined
  return {
    response,
    /** The next event; undefined when the service has ended the stream. */
    next,
    /** Reads until the event, and returns it with those before it. */
    async until(isLast: (told: Told) => boolean) {
      const told: Told[] = []
      for (;;) {
        const one = await next()
        if (!one) throw new Error(`The stream ended after ${JSON.stringify(told)}`)
        told.push(one)
        if (isLast(one)) return told
      }
    },
    close: () => leaving.abort(),
  }
}

async function* eventsOf({ body }: Response): AsyncGenerator<Told> {
  let text = ''
  for await (const chunk of (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
    new TextDecoderStream(),
  )) {
    const frames = (text + chunk).split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const fields = Object.fromEntries(frame.split('\n').map((line) => line.split(/: ?(.*)/s, 2)))
      if (!fields.event) yield { id: fields.id, data: JSON.parse(fields.data) }
    }
  }
}
