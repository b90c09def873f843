import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { eachHost } from '../../entities/connection/hosts.ts'
import { parseRate } from '../../src/accounts/limits.ts'
import { type Role, roles } from '../../src/accounts/permissions.ts'
import { toHundredths } from '../../src/hours.ts'

// How each kind of setting is read. Error messages continue a sentence that begins with the setting's name.

export const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((number) => number <= 65_535, 'must be a port number')
    .default(fallback)

/** A whole number of up to three digits; not zero, unless the pattern allows it. */
export const numberOf = (what: string, pattern = /^[1-9]\d{0,2}$/) =>
  z.string().regex(pattern, `must be a number of ${what}`).transform(Number)

/** A decimal from one number to another with at most two places, in hundredths. */
export const hundredths = (what: string, [least, most]: [number, number], fallback: number) =>
  z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, `must be ${what}, ${least} to ${most}`)
    .transform(toHundredths)
    .refine((value) => value >= 100 * least && value <= 100 * most, `must be ${what}, ${least} to ${most}`)
    .default(100 * fallback)

export const flag = (fallback: boolean) =>
  z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], error: 'must be true or false' })
    .default(fallback)

export const address = (kind: string, ...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => eachHost(text).every((url) => protocols.includes(URL.parse(url)?.protocol ?? '')),
      `must be the address of ${kind} (${protocols[0]}//...)`,
    )

/** The address of a store. `read` checks its parameters, and throws a message that continues after the setting's name. */
export const store = (read: (url: string) => unknown, ...kind: Parameters<typeof address>) =>
  address(...kind).transform((url, context) => {
    try {
      read(url)
    } catch (error) {
      context.addIssue((error as Error).message)
    }
    return url
  })

/** The address of a host and a path, and nothing else. */
export function isPlain(text: string): boolean {
  const url = URL.parse(text)
  return !url || !(url.username || url.password || url.search || url.hash)
}

export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)

/** Values of a claim with their roles: `nurses=EMPLOYEE, heads=MANAGER`. */
export const rolesByValue = list.transform((items, context) =>
  items.flatMap((item): [string, Role][] => {
    const [, value = '', role = ''] = /^(.+?)\s*=\s*(\w+)$/.exec(item) ?? []
    if (isRole(role)) return [[value, role]]
    context.addIssue(`must list values of the claim with their roles, such as nurses=EMPLOYEE`)
    return []
  }),
)

/** Host names that a listener answers to, lower-case, without a port. */
export const hosts = list.pipe(
  z.array(
    z
      .string()
      .regex(
        /^([a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/i,
        'must list host names such as api.example.org',
      )
      .toLowerCase(),
  ),
)

/** Networks of addresses, such as `10.2.0.0/16`. */
export const networks = list.pipe(
  z.array(
    z
      .string()
      .refine((text) => ipaddr.isValidCIDR(text), 'must list networks such as 10.2.0.0/16')
      .transform((text) => ipaddr.parseCIDR(text)),
  ),
)

export const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text,
    'must list origins such as https://app.example.org, without a path',
  )

export const proxies = z
  .string()
  .default('false')
  .transform((text, context): false | number | string[] => {
    if (text.toLowerCase() === 'false') return false
    if (/^\d+$/.test(text)) return Number(text)
    const addresses = text.split(',').map((item) => item.trim())
    if (!addresses.every(isProxyAddress))
      context.addIssue('must be false, a number of proxies, or a list of their addresses')
    return addresses
  })

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, ip = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  return isIP(ip) !== 0 && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)
}

export const rate = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const parsed = parseRate(text)
      if (parsed === undefined) context.addIssue('must be a rate such as 100/hour, or off')
      return parsed ?? null
    })

/** Only named zones: PostgreSQL reads an offset such as +02:00 the other way round. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

export type Variables = Record<string, string | undefined>

/**
 * The variables that are not blank, and what `NAME_FILE` names a file for, as the images of PostgreSQL do. Also what is
 * wrong with those files: never with their content, and not with their path, which may be a secret by mistake.
 */
export function withFiles(env: Variables, names: readonly string[]) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const problems: string[] = []
  for (const name of names) {
    const path = given[`${name}_FILE`]
    if (path && given[name]) problems.push(`${name} and ${name}_FILE exclude each other`)
    else if (path)
      try {
        const text = readFileSync(path, 'utf8').trimEnd()
        if (text) given[name] = text
      } catch (error) {
        problems.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`)
      }
  }
  return { given, problems }
}
