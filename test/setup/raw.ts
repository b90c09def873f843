import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends bytes as they are and reads until the server has answered with a whole JSON body or closes. */
export async function raw(url: string, ...parts: (string | Uint8Array)[]) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let received = ''
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      received += bytes
      if (isWhole(received)) resolve()
    })
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
  })
  for (const part of parts) socket.write(part)
  await answered
  socket.destroy()
  const [head = '', body = ''] = received.split('\r\n\r\n', 2)
  return { status: Number(head.split(' ')[1]), head, body: body && JSON.parse(body) }
}

function isWhole(text: string) {
  const [head = '', body] = text.split('\r\n\r\n', 2)
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  return body !== undefined && Buffer.byteLength(body) >= length
}
