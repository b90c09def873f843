import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { conflict } from '../../src/errors.ts'
import type { Em } from '../connection/em.ts'
import { instant } from '../lists/columns.ts'
import { User } from './user.ts'

/** The tokens of machines, without their secrets. A machine with two of them can change from one to the other. */
export const MachineToken = defineEntity({
  name: 'MachineToken',
  tableName: 'machine_tokens',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).mapToPk(),
    secret_hash: p.string().columnType('char(64)'),
    created_at: instant(),
    expires_at: instant(),
    revoked_at: instant().nullable(),
    /** Written once a minute at most. */
    last_used_at: instant().nullable(),
    last_used_from: p.string().columnType('varchar(100)').default(''),
  },
  indexes: [{ name: 'machine_tokens_of_user', properties: ['user', 'created_at'] }],
})

export type MachineToken = InferEntity<typeof MachineToken>

/** The most tokens of a machine that are valid at the same time (D56). */
const mostTokens = 2

export const tokenPrefix = 'wcs_'

/** The id, the secret, and a checksum by which scanners for leaked secrets know a token from other text; in hex. */
const shape = /^wcs_([0-9a-f]{32})([0-9a-f]{48})([0-9a-f]{8})$/

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0')

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** What the text of a token says; undefined if no token can have this text. */
export function readToken(text: string) {
  const [, id, secret, sum] = shape.exec(text) ?? []
  if (!id || !secret || checksum(text.slice(0, -8)) !== sum) return undefined
  return { id, secretHash: hashOf(secret) }
}

/**
 * Gives the machine, which must be locked, a token for a number of days. Returns its text, which is stored nowhere. 409
 * if the machine has two.
 */
export async function issueToken(em: Em, machine: User, { at, days }: { at: Date; days: number }) {
  const valid = { user: machine.id, revoked_at: null, expires_at: { $gt: at } }
  if ((await em.count(MachineToken, valid)) >= mostTokens)
    throw conflict(`${machine.email} has two tokens already. Revoke one of them first.`)
  const [id, secret] = [randomUUID(), randomBytes(24).toString('hex')]
  const expires_at = new Date(at.getTime() + days * 86_400_000)
  em.create(MachineToken, { id, user: machine.id, secret_hash: hashOf(secret), created_at: at, expires_at })
  const text = `${tokenPrefix}${id.replaceAll('-', '')}${secret}`
  return { id, expires_at, text: text + checksum(text) }
}
