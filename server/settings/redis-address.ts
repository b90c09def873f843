import { readFileSync } from 'node:fs'

const parameters = ['cacert', 'cert', 'key']

/**
 * The address of a Redis without its parameters, and the TLS that they ask for, named as those of redis-cli. Throws what
 * is wrong with them, as the end of a sentence that begins with the address's name.
 */
export function redisAddress(url: string) {
  const address = new URL(url)
  const given = Object.fromEntries(address.searchParams)
  const unknown = Object.keys(given).find((name) => !parameters.includes(name))
  if (unknown) throw new Error(`has the unknown parameter ${unknown}; it may have ${parameters.join(', ')}`)
  const isEncrypted = address.protocol === 'rediss:'
  if (address.search && !isEncrypted) throw new Error('must begin with rediss: to have parameters')
  address.search = ''
  return { url: address.href, tls: isEncrypted ? tlsOf(given) : undefined }
}

/** Node verifies the server's certificate and its name, against its own authorities unless one is given. */
function tlsOf({ cacert, cert, key }: Record<string, string>) {
  const contentOf = (file: string | undefined) => file && readFileSync(file)
  try {
    return { ca: contentOf(cacert), cert: contentOf(cert), key: contentOf(key) }
  } catch (error) {
    throw new Error(`cannot be used: ${(error as Error).message}`, { cause: error })
  }
}
