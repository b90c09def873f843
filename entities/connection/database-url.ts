import { parse, toClientConfig } from 'pg-connection-string'

const parameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * The options with which pg connects to the address. Its TLS parameters mean the same as in libpq. An error about them
 * is worded to follow the name of the setting.
 */
export function clientConfig(url: string) {
  const { searchParams } = new URL(url)
  const { sslmode, sslrootcert, ...given } = Object.fromEntries(searchParams)
  const unknown = Object.keys(given).find((name) => !parameters.includes(name))
  if (unknown) throw new Error(`has the unknown parameter ${unknown}; it may have ${parameters.join(', ')}`)
  // allow and prefer are refused: they send everything unencrypted to a server that says it has no TLS.
  if (searchParams.size && !modes.includes(sslmode ?? ''))
    throw new Error(`must have an sslmode of ${modes.join(', ')} with its parameters`)
  if (sslmode === 'verify-ca' && !sslrootcert)
    throw new Error('must have an sslrootcert with sslmode=verify-ca')
  try {
    return toClientConfig(parse(url, { useLibpqCompat: true }))
  } catch (error) {
    throw new Error(`cannot be used: ${(error as Error).message}`, { cause: error })
  }
}
