import { parse, toClientConfig } from 'pg-connection-string'
import { eachHost, type HostsConfig, hostsOf, type Target, targets } from './hosts.ts'

const parameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'target_session_attrs']
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * The options with which a `HostsClient` connects to the address. Its parameters mean the same as in libpq. An error
 * about them is worded to follow the name of the setting.
 */
export function clientConfig(url: string): HostsConfig {
  const urls = eachHost(url)
  const { target_session_attrs, ...tls } = Object.fromEntries(new URL(urls[0] ?? '').searchParams)
  checkTls(tls)
  const target = (target_session_attrs ?? 'any') as Target
  if (!targets.includes(target)) throw new Error(`must have a target_session_attrs of ${targets.join(', ')}`)
  try {
    const [first, ...others] = urls.map((one) => toClientConfig(parse(one, { useLibpqCompat: true })))
    if (!others.length && target === 'any') return first as HostsConfig
    const hosts = [first, ...others].map((config) => ({ port: 5432, ...config }))
    return { ...first, hosts: hostsOf(hosts, target) }
  } catch (error) {
    throw new Error(`cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

function checkTls(tls: Record<string, string>) {
  const { sslmode, sslrootcert, ...given } = tls
  const unknown = Object.keys(given).find((name) => !parameters.includes(name))
  if (unknown) throw new Error(`has the unknown parameter ${unknown}; it may have ${parameters.join(', ')}`)
  // allow and prefer are refused: they send everything unencrypted to a server that says it has no TLS.
  if (Object.keys(tls).length && !modes.includes(sslmode ?? ''))
    throw new Error(`must have an sslmode of ${modes.join(', ')} with its parameters`)
  if (sslmode === 'verify-ca' && !sslrootcert)
    throw new Error('must have an sslrootcert with sslmode=verify-ca')
}
