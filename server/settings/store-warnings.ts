type Stores = {
  deployment: string
  databaseUrl?: string
  databaseAdminUrl?: string
  databaseReplicaUrls: readonly string[]
  redisUrl?: string
}

/** Connections to stores on other hosts that are unprotected in production, each as a sentence. */
export function storeWarnings({ deployment, ...stores }: Stores): string[] {
  if (deployment !== 'production') return []
  const { databaseUrl, databaseAdminUrl, databaseReplicaUrls, redisUrl } = stores
  return [
    ...databaseWarnings('DATABASE_URL', databaseUrl),
    ...databaseWarnings('DATABASE_ADMIN_URL', databaseAdminUrl),
    ...databaseReplicaUrls.flatMap((url) => databaseWarnings('DATABASE_REPLICA_URL', url)),
    ...redisWarnings(redisUrl),
  ]
}

function databaseWarnings(name: string, url: string | undefined): string[] {
  if (!url || isOnThisHost(url)) return []
  const { hostname, searchParams } = new URL(url)
  const sslmode = searchParams.get('sslmode') ?? 'disable'
  if (sslmode === 'disable')
    return [`${name}: personal data travels to ${hostname} unencrypted; add sslmode=verify-full.`]
  if (sslmode === 'require' && !searchParams.has('sslrootcert'))
    return [`${name}: the certificate of ${hostname} is not verified; use sslmode=verify-full.`]
  return []
}

function redisWarnings(url: string | undefined): string[] {
  if (!url || isOnThisHost(url) || new URL(url).protocol === 'rediss:') return []
  return [`REDIS_URL: sessions travel to ${new URL(url).hostname} unencrypted; use rediss.`]
}

/** A loopback name or address, or a socket: its percent-encoded path stands for the host. */
const isOnThisHost = (url: string) => /^(localhost|127\.[\d.]+|\[::1\]|%2f.*|)$/i.test(new URL(url).hostname)
