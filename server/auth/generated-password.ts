import { randomInt } from 'node:crypto'

/** Without characters that are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A random password of 148 bits that can be read out, such as `k7mqp-3xw9n-ce2hj-v8atd-z4yrb-6fgqs`. */
export const generatePassword = () => Array.from({ length: 6 }, group).join('-')
