import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { type Em, prepared, readRow } from '../connection/em.ts'
import { instant } from '../lists/columns.ts'

/** Answers to writes with an `Idempotency-Key`, for those who ask again (D57). */
export const KeptAnswer = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answers',
  properties: {
    /** A digest of the caller and the key, and one of the key and the request. */
    id: p.uuid().primary(),
    request: p.uuid(),
    /** As JSON text, which keeps the order of the fields. */
    answer: p.text(),
    kept_at: instant(),
  },
  indexes: [{ name: 'kept_answers_kept_at', properties: ['kept_at'] }],
})

export type KeptAnswer = InferEntity<typeof KeptAnswer>

/** The answer that is kept under the id, and whether the same request got it. */
export const findKeptAnswer = (em: Em, { id, request }: Pick<KeptAnswer, 'id' | 'request'>) =>
  readRow<{ is_same: boolean; answer: string }>(em, prepared)`
    select request = ${request} as is_same, answer from kept_answers where id = ${id}`

/** Keeps the answer; false if there is one already. Waits for a transaction that has stored one. */
export async function keepAnswer(em: Em, { id, request, answer, kept_at }: KeptAnswer): Promise<boolean> {
  const kept = await readRow(em, prepared)`insert into kept_answers (id, request, answer, kept_at)
    values (${id}, ${request}, ${answer}, ${kept_at}) on conflict do nothing returning id`
  return kept !== undefined
}
