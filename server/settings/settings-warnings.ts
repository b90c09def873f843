import { clientConfig } from '../../entities/connection/database-url.ts'
import { eachHost } from '../../entities/connection/hosts.ts'
import { isShort, isUnencrypted, type Settings } from './settings.ts'

/** Settings that work but are probably a mistake, each as a sentence. */
export function settingsWarnings(settings: Settings): string[] {
  const { corsAllowedOrigins, csrfCookieDomain, oidc, jwtSecret, databaseUrl } = settings
  const domain = csrfCookieDomain?.replace(/^\./, '').toLowerCase()
  const isOutside = (origin: string) => domain && !`.${new URL(origin).hostname}`.endsWith(`.${domain}`)
  const warnings = corsAllowedOrigins
    .filter(isOutside)
    .map(
      (origin) =>
        `CORS_ALLOWED_ORIGINS: pages of ${origin} are outside CSRF_COOKIE_DOMAIN (${csrfCookieDomain}): they cannot read csrftoken, and so cannot write.`,
    )
  if (jwtSecret !== undefined && isShort(jwtSecret))
    warnings.push('JWT_SECRET has fewer than 32 bytes: cookies signed with it can be forged by guessing it.')
  if (oidc && isUnencrypted(oidc.issuer))
    warnings.push(`OIDC_ISSUER: passwords travel to ${oidc.issuer} unencrypted; use https.`)
  if (databaseUrl && clientConfig(databaseUrl).hosts?.target === 'any')
    warnings.push(
      'DATABASE_URL: of several hosts, the first one that answers is used, even a standby; add target_session_attrs=read-write.',
    )
  return [...warnings, ...storeWarnings(settings)]
}

/** Connections to stores on other hosts that are unprotected in production, each as a sentence. */
function storeWarnings(settings: Settings): string[] {
  if (settings.deployment !== 'production') return []
  const { databaseUrl, databaseAdminUrl, databaseReplicaUrls, redisUrl } = settings
  return [
    ...databaseWarnings('DATABASE_URL', databaseUrl),
    ...databaseWarnings('DATABASE_ADMIN_URL', databaseAdminUrl),
    ...databaseReplicaUrls.flatMap((url) => databaseWarnings('DATABASE_REPLICA_URL', url)),
    ...redisWarnings(redisUrl),
  ]
}

function databaseWarnings(name: string, url: string | undefined): string[] {
  return url ? eachHost(url).flatMap((one) => hostWarnings(name, one)) : []
}

function hostWarnings(name: string, url: string): string[] {
  if (isOnThisHost(url)) return []
  const { hostname, searchParams } = new URL(url)
  const sslmode = searchParams.get('sslmode') ?? 'disable'
  if (sslmode === 'disable')
    return [`${name}: personal data travels to ${hostname} unencrypted; add sslmode=verify-full.`]
  if (sslmode === 'require' && !searchParams.has('sslrootcert'))
    return [`${name}: the certificate of ${hostname} is not verified; use sslmode=verify-full.`]
  return []
}

function redisWarnings(url: string | undefined): string[] {
  if (!url || url.toLowerCase().startsWith('rediss')) return []
  return eachHost(url)
    .filter((one) => !isOnThisHost(one))
    .map((one) => `REDIS_URL: sessions travel to ${new URL(one).hostname} unencrypted; use rediss.`)
}

/** A loopback name or address, or a socket, whose percent-encoded path takes the place of the host. */
const isOnThisHost = (url: string) => /^(localhost|127\.[\d.]+|\[::1\]|%2f.*|)$/i.test(new URL(url).hostname)
