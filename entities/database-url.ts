import { parse, toClientConfig } from 'pg-connection-string'

const parameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * How pg connects to the database at the address, with TLS as libpq means it. Throws what is wrong with the parameters,
 * as the end of a sentence that begins with the address's name.
 */
export function clientConfig(url: string) {
  const { searchParams } = new URL(url)
  const { sslmode, sslrootcert, ...given } = Object.fromEntries(searchParams)
  const unknown = Object.keys(given).find((name) => !parameters.includes(name))
  if (unknown) throw new Error(`has the unknown parameter ${unknown}; it may have ${parameters.join(', ')}`)
  // allow and prefer are refused: they send everything in the clear to whoever answers that it has no TLS.
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
