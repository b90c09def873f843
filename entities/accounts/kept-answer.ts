import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { type Em, prepared, readRow, readSingleRow } from '../connection/em.ts'
import { instant } from '../lists/columns.ts'

/** Answers to writes with an `Idempotency-Key`, for those who ask again (D57). */
export const KeptAnswerSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answers',
  properties: {
    /** A digest of the caller and the key, and a keyed one of the key and the request, which may hold a password. */
    id: p.uuid().primary(),
    request: p.uuid(),
    /** As JSON text, which keeps the order of the fields. */
    answer: p.text(),
    kept_at: instant(),
  },
  indexes: [{ name: 'kept_answers_kept_at', properties: ['kept_at'] }],
})

type KeptAnswer = { id: string; request: string; answer: string; kept_at: Date }

/** For at least how many milliseconds an answer is kept. */
const lifetime = 86_400_000

/** The answer that is kept under the id, and whether a request with one of the digests got it. */
export const findKeptAnswer = (em: Em, { id, requests }: { id: string; requests: readonly string[] }) =>
  readRow<{ is_same: boolean; answer: string }>(
    em,
    prepared,
  )`select request = any(${requests}::uuid[]) as is_same, answer from kept_answers where id = ${id}`

/** Whether no other transaction is making the answer; until this one ends, none can begin. */
export async function claimAnswer(em: Em, id: string): Promise<boolean> {
  const { is_claimed } = await readSingleRow<{ is_claimed: boolean }>(
    em,
    prepared,
  )`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as is_claimed`
  return is_claimed
}

/** Keeps the answer; false if there is one already. Waits for a transaction that has stored one. */
export async function keepAnswer(em: Em, { id, request, answer, kept_at }: KeptAnswer): Promise<boolean> {
  const kept = await readRow(em, prepared)`insert into kept_answers (id, request, answer, kept_at)
    values (${id}, ${request}, ${answer}, ${kept_at}) on conflict do nothing returning id`
  return kept !== undefined
}

/** Deletes up to `limit` answers of yesterday and before; returns their number. */
export async function forgetAnswers(em: Em, now: Date, limit: number): Promise<number> {
  const forgotten = await sql`delete from kept_answers where id in (
    select id from kept_answers where kept_at < ${new Date(now.getTime() - lifetime)}
    order by kept_at limit ${limit} for update skip locked)`.execute(em.getKysely())
  return Number(forgotten.numAffectedRows)
}
