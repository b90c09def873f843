import ipaddr from 'ipaddr.js'

/** Before the keys of what the ops port counts apart. */
export const opsPrefix = 'ops:'

/**
 * An address in one form, however a proxy wrote it: no port, brackets or zone, and IPv4 within IPv6 as IPv4. Any other
 * text stays as it is.
 */
export function canonicalAddress(text: string): string {
  const [, bracketed, withPort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? []
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address).toString() : text
}

/** What an address is counted under: an IPv6 one under its /64, because its holder has all of that (D24). */
export function addressKey(text: string): string {
  const address = canonicalAddress(text.replace(/\/64$/, ''))
  if (!ipaddr.IPv6.isValid(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}

/** The key of a throttle that an operator means: an address may be typed in any form, another key stays as it is. */
export const throttleKey = (typed: string) =>
  typed.startsWith(opsPrefix) ? opsPrefix + addressKey(typed.slice(opsPrefix.length)) : addressKey(typed)
