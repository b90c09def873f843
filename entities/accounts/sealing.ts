import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * AES-256-GCM under a key of its own for each purpose, derived from JWT_SECRET. A sealed text opens only for the owner
 * that it was sealed for. The first secret seals; those before it still open.
 */
export function sealing(secrets: readonly string[], purpose: string) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))

  return {
    seal(text: string, owner: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[0] as Buffer, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },

    /** Undefined if the text was sealed with another secret, or not at all. */
    unseal(text: string, owner: string): string | undefined {
      const bytes = Buffer.from(text, 'base64')
      for (const key of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
          decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
          return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
        } catch {}
      }
    },
  }
}

export type Sealing = ReturnType<typeof sealing>
