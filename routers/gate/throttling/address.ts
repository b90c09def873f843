import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** The prefix of the keys that the ops port counts separately. */
export const opsPrefix = 'ops:'

/**
 * An address in canonical form: without port, brackets or zone, and IPv4-mapped IPv6 as IPv4. Any other text is
 * unchanged.
 */
export function canonicalAddress(text: string): string {
  if (isIPv4(text)) return text
  const [, bracketed, withPort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? []
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '')
  if (isIPv4(address)) return address
  return isIPv6(address) ? canonicalIPv6(address) : text
}

/** The key of an address; for IPv6 its /64, because one caller may own all of it (D24). */
export function addressKey(text: string): string {
  const address = canonicalAddress(text.replace(/\/64$/, ''))
  return isIPv6(address) ? network(address) : address
}

/** The throttle key that an operator typed: an address in canonical form, any other key as it is. */
export const throttleKey = (typed: string) =>
  typed.startsWith(opsPrefix) ? opsPrefix + addressKey(typed.slice(opsPrefix.length)) : addressKey(typed)

/** Remembers results, because parsing takes a while and the same callers come back. */
function remembered(work: (address: string) => string) {
  const known = new LRUCache<string, string>({ max: 5000, memoMethod: work })
  return (address: string) => known.memo(address)
}

const canonicalIPv6 = remembered((address) => ipaddr.process(address).toString())
const network = remembered((address) => `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`)
