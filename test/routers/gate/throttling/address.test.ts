import { expect, test } from 'vitest'
import { addressKey, canonicalAddress, throttleKey } from '../../../../routers/gate/throttling/address.ts'

test.each([
  ['198.51.100.9', '198.51.100.9'],
  ['198.51.100.9:40000', '198.51.100.9'],
  ['::ffff:198.51.100.9', '198.51.100.9'],
  ['::FFFF:c633:6409', '198.51.100.9'],
  ['[::ffff:198.51.100.9]:443', '198.51.100.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['2001:db8::0.0.0.1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['010.0.0.1', '010.0.0.1'],
  ['12345', '12345'],
  ['unknown', 'unknown'],
  ['', ''],
])('the text %j is the address %j', (text, address) => {
  expect(canonicalAddress(text)).toBe(address)
})

test.each([
  ['198.51.100.9:40000', '198.51.100.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:DB8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
])('the address %j is counted as %j', (text, key) => {
  expect(addressKey(text)).toBe(key)
})

test.each([
  ['ops:[2001:DB8:1:2::9]:443', 'ops:2001:db8:1:2::/64'],
  ['ops:::ffff:198.51.100.9', 'ops:198.51.100.9'],
  ['2b0e9f3e-5c1d-4f5a-9a51-0f6d5e9a1c11', '2b0e9f3e-5c1d-4f5a-9a51-0f6d5e9a1c11'],
  ['unknown:Ab9-_x', 'unknown:Ab9-_x'],
])('the typed key %j means %j', (typed, key) => {
  expect(throttleKey(typed)).toBe(key)
})
