import { readFileSync } from 'node:fs'
import { eachHost } from '../../entities/connection/hosts.ts'

const kinds = ['', '+sentinel', '+cluster']
/** Each may begin with `rediss` for TLS. */
export const redisProtocols = kinds.flatMap((kind) => [`redis${kind}:`, `rediss${kind}:`])

const ofTls = ['cacert', 'cert', 'key']
const ofSentinels = ['sentinel_username', 'sentinel_password']

/**
 * How to reach the Redis of the address: one, the one that Sentinels watch, or a cluster. The TLS that its parameters
 * ask for is named as that of redis-cli. Throws what is wrong, as the end of a sentence that begins with the address's name.
 */
export function redisAddress(url: string) {
  const [first, ...others] = eachHost(url).map((one) => new URL(one)) as [URL, ...URL[]]
  const [scheme, kind] = first.protocol.slice(0, -1).split('+')
  const given = Object.fromEntries(first.searchParams)
  const tls = tlsOf(given, scheme === 'rediss', kind === 'sentinel' ? [...ofTls, ...ofSentinels] : ofTls)
  if (!kind) {
    if (others.length)
      throw new Error('must begin with redis+sentinel: or redis+cluster: to name several hosts')
    if (!/^\/?\d*$/.test(first.pathname)) throw new Error('must end in the host or in /database, a number')
    first.search = ''
    return { url: first.href, options: { tls } }
  }
  const [name, db = '0', ...more] = first.pathname.slice(1).split('/').map(decodeURIComponent)
  const hosts = [first, ...others].map(({ hostname, port }) => ({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (kind === 'sentinel' ? 26_379 : 6379),
  }))
  const account = {
    username: decodeURIComponent(first.username) || undefined,
    password: decodeURIComponent(first.password) || undefined,
  }
  if (kind === 'cluster') {
    if (name) throw new Error('must not have a path: a cluster has no databases')
    return { nodes: hosts, options: { ...account, tls } }
  }
  if (!name) throw new Error('must end in the name under which the Sentinels watch the Redis')
  if (more.length || !/^\d+$/.test(db)) throw new Error('must end in /name or /name/database')
  const { sentinel_username, sentinel_password } = given
  const ofSentinel = { sentinelUsername: sentinel_username, sentinelPassword: sentinel_password }
  return { sentinels: hosts, options: { ...account, ...ofSentinel, name, db: Number(db), tls } }
}

/** Node verifies the server's certificate and its name, against its own authorities unless one is given. */
function tlsOf(given: Record<string, string>, isEncrypted: boolean, known: string[]) {
  const names = Object.keys(given)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new Error(`has the unknown parameter ${unknown}; it may have ${known.join(', ')}`)
  if (!isEncrypted && names.some((name) => ofTls.includes(name)))
    throw new Error('must begin with rediss: to have parameters')
  const contentOf = (file: string | undefined) => file && readFileSync(file)
  try {
    const { cacert, cert, key } = given
    return isEncrypted ? { ca: contentOf(cacert), cert: contentOf(cert), key: contentOf(key) } : undefined
  } catch (error) {
    throw new Error(`cannot be used: ${(error as Error).message}`, { cause: error })
  }
}
