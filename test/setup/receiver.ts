import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

type Message = { type: string; timestamp: string; data: { id?: string; after?: { display_name?: string } } }
export type Received = { id: string; headers: IncomingHttpHeaders; body: string; message: Message }
type Answer = { status: number; headers?: Record<string, string>; body?: string }

/** A program that receives webhooks; `answer` says what it answers to each. */
export async function startReceiver() {
  const received: Received[] = []
  const state = { answer: (_: Received): Answer | Promise<Answer> => ({ status: 204 }) }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const id = String(request.headers['webhook-id'])
    const one = { id, headers: request.headers, body, message: JSON.parse(body) }
    received.push(one)
    const answer = await state.answer(one)
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answer(answer: typeof state.answer) {
      state.answer = answer
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Throws unless the secret has signed the message just now. */
export const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
