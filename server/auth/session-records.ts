import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Orm, readRow, readRows } from '../../entities/connection/em.ts'
import { changeRows, exists } from '../../entities/lists/rows.ts'
import { unavailable } from '../../routers/ports/refusals.ts'
import type { RefreshClaims, SessionRecord, SessionRecords } from '../../routers/ports/sessions.ts'
import type { Replicas } from '../../routers/ports/stores.ts'
import { refreshTokenSeconds, sessionSeconds } from '../../src/accounts/limits.ts'

type Parts = { orm: Orm; replicas?: Replicas; log: Logger }

/** What the record of a session says about one of its refresh tokens. */
type RecordedUse = { isEnded: boolean; replacedAt: Date | string | null; isRenewed: boolean | null }

export type Records = ReturnType<typeof createSessionRecords>

/** Records of sessions: who began them, from where, and when they ended. They last until the refresh cookie expires. */
export function createSessionRecords({ orm, replicas, log }: Parts) {
  const em = () => orm.em.fork()

  return {
    async keep(session, { address, userAgent, now }) {
      const end = (session.authTime + sessionSeconds) * 1000
      const expires = new Date(Math.min(now.getTime() + refreshTokenSeconds * 1000, end))
      const agent = printable(userAgent).slice(0, 300)
      const kept = changeRows(em())`insert into session_records
          (id, user_id, session_epoch, address, user_agent, started_at, refreshed_at, expires_at, refresh_token, token_issued_at)
        values (${session.sessionId}, ${session.userId}, ${session.epoch}, ${address}, ${agent}, ${now}, ${now}, ${expires},
          ${session.tokenId}, ${now})
        on conflict (id) do update set refreshed_at = excluded.refreshed_at, expires_at = excluded.expires_at,
          address = excluded.address, user_agent = excluded.user_agent,
          refresh_token = excluded.refresh_token, token_issued_at = excluded.token_issued_at`
      await kept.catch((err) => log.warn({ err }, 'could not record a session'))
      // A login is a write of the session too: the user's last login is on no replica yet.
      await replicas?.knows([session.sessionId])
    },

    async end(sessionId: string) {
      const ended = changeRows(em())`
        update session_records set ended_at = coalesce(ended_at, now()) where id = ${sessionId}`
      await ended.catch((err) => log.warn({ err }, 'could not record the end of a session'))
    },

    /** A token issued later than the recorded one replaces it: a refresh also works while records cannot be written. */
    find: ({ sessionId, tokenId, successor = tokenId, issuedAt }: RefreshClaims) =>
      readRow<RecordedUse>(em())`
        select ended_at is not null as "isEnded",
          case when refresh_token not in (${tokenId}, ${successor}) and token_issued_at >= ${new Date(issuedAt * 1000)}
            then token_issued_at end as "replacedAt",
          refresh_token = ${successor} and refresh_token <> ${tokenId} as "isRenewed"
        from session_records where id = ${sessionId}`,

    async endedAmong(sessionIds: readonly string[]): Promise<string[]> {
      const ended = await readRows<{ id: string }>(em())`
        select id from session_records where id = any(${sessionIds}) and ended_at is not null
        union all select id::text from machine_tokens where id::text = any(${sessionIds}) and revoked_at is not null`
      return ended.map(({ id }) => id)
    },

    /** Whether the user has ended a session since that second. */
    hasEndedSince: (userId: string, second: number) =>
      exists(em(), 'session_records', sql`user_id = ${userId} and ended_at >= to_timestamp(${second})`),

    list: (userId, now) =>
      readRows<SessionRecord>(em())`
        select s.id, s.started_at, s.refreshed_at, s.expires_at, s.address, s.user_agent
        from session_records s join users u on u.id = s.user_id and u.session_epoch = s.session_epoch
        where s.user_id = ${userId} and s.expires_at > ${now} and s.ended_at is null and u.is_active
        order by s.refreshed_at desc, s.id limit 100`,

    async confirm(sessionId, now) {
      if (!(await changeRows(em())`update session_records set confirmed_at = ${now} where id = ${sessionId}`))
        throw unavailable()
    },

    async confirmedAt(sessionId) {
      const found = await readRow<{ confirmed_at: Date | string | null }>(em())`
        select confirmed_at from session_records where id = ${sessionId}`
      return found?.confirmed_at ? new Date(found.confirmed_at) : undefined
    },

    /** Deletes the records of sessions that can no longer be refreshed. */
    forgetExpired: (now: Date) => changeRows(em())`delete from session_records where expires_at <= ${now}`,
  } satisfies SessionRecords & Record<string, unknown>
}

/** Header values may hold characters that a text column rejects. */
export const printable = (text = '') => text.replace(/[^\x20-\x7e\u00a0-\uffff]/g, '?').toWellFormed()
