import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import ipaddr from 'ipaddr.js'
import { expect, onTestFinished, test } from 'vitest'
import { mayReach, post, type Reach } from '../../../server/integration/post.ts'

const loopback = ipaddr.parseCIDR('127.0.0.0/8')
const request = { headers: {}, body: '{}', signal: new AbortController().signal }
const local: Reach = { allowsHttp: true, networks: [loopback] }

async function serving(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const postTo = (url: string, reach: Partial<Reach> = {}) =>
  post(new URL(url), request, { ...local, ...reach })

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  'ff02::1',
  '2001:db8::1',
])('%s is not reached', (address) => {
  expect(mayReach(address, [])).toBe(false)
})

test('public addresses are reached, and private ones in a network that is allowed', () => {
  const networks = [ipaddr.parseCIDR('10.2.0.0/16'), ipaddr.parseCIDR('fd12::/16')]
  const reached = ['203.0.114.9', '2606:4700::1111', '10.2.3.4', '::ffff:10.2.3.4', 'fd12::9', '10.3.0.1']
  expect(reached.map((address) => mayReach(address, networks))).toEqual([true, true, true, true, true, false])
})

test.each([
  'http://127.0.0.1:1/',
  'http://2130706433:1/',
  'http://0x7f.1:1/',
  'http://[::1]:1/',
  'http://[::ffff:7f00:1]:1/',
])('%s is refused without a connection', async (url) => {
  await expect(postTo(url, { networks: [] })).rejects.toThrow('which is not a public address')
})

test('a name is resolved once, and the connection leads to what was checked', async () => {
  const port = await serving((_, response) => response.end('here'))
  const answers = ['127.0.0.1', '10.0.0.1']
  const asked: string[] = []
  const resolve: Reach['resolve'] = (name, _options, done) => {
    asked.push(name)
    done(null, [{ address: answers[asked.length - 1] ?? '', family: 4 }])
  }
  expect(await postTo(`http://rebinding.example:${port}/`, { resolve })).toEqual({
    status: 200,
    text: 'here',
  })
  expect(asked).toEqual(['rebinding.example'])
  await expect(postTo(`http://rebinding.example:${port}/`, { resolve })).rejects.toThrow(
    'rebinding.example leads to 10.0.0.1, which is not a public address.',
  )
})

test('a name with one private address among public ones is refused', async () => {
  const resolve: Reach['resolve'] = (_name, _options, done) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::ffff:169.254.169.254', family: 6 },
    ])
  await expect(postTo('http://mixed.example/', { resolve })).rejects.toThrow('169.254.169.254')
})

test('a redirect is an answer, and is not followed', async () => {
  const paths: (string | undefined)[] = []
  const port = await serving((incoming, response) => {
    paths.push(incoming.url)
    response.writeHead(307, { Location: '/elsewhere' }).end()
  })
  expect(await postTo(`http://127.0.0.1:${port}/here`)).toEqual({ status: 307, text: '' })
  expect(paths).toEqual(['/here'])
})

test('the time covers the whole body of an answer', async () => {
  const port = await serving((_, response) => void response.writeHead(200).write('never ends'))
  await expect(postTo(`http://127.0.0.1:${port}/`, { timeout: 300 })).rejects.toThrow(
    'There was no complete answer within 0.3 seconds.',
  )
})

test('of a long answer the beginning is read', async () => {
  const port = await serving((_, response) => void response.writeHead(200).write('x'.repeat(100_000)))
  expect(await postTo(`http://127.0.0.1:${port}/`)).toEqual({ status: 200, text: 'x'.repeat(4096) })
})

test('http is refused where https is required', async () => {
  await expect(postTo('http://127.0.0.1:1/', { allowsHttp: false })).rejects.toThrow('only https is allowed')
})
