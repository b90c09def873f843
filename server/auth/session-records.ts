import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Orm } from '../../entities/connection/em.ts'
import { unavailable } from '../../routers/ports/refusals.ts'
import type { RefreshClaims, SessionRecord, SessionRecords } from '../../routers/ports/sessions.ts'
import type { Replicas } from '../../routers/ports/stores.ts'
import { refreshTokenSeconds, sessionSeconds } from '../../src/accounts/limits.ts'

type Seen = Parameters<SessionRecords['keep']>[1]
type Parts = { orm: Orm; replicas?: Replicas; log: Logger }

/** What the record of a session says about one of its refresh tokens. */
type RecordedUse = { isEnded: boolean; replacedAt: Date | string | null; isRenewed: boolean | null }

export type Records = ReturnType<typeof createSessionRecords>

/** Records of sessions: who began them, from where, and when they ended. They last until the refresh cookie expires. */
export function createSessionRecords({ orm, replicas, log }: Parts) {
  const db = () => orm.em.fork().getKysely()

  return {
    /** Called at login and at every refresh; neither fails when the record cannot be written. */
    async keep(session: Parameters<SessionRecords['keep']>[0], seen: Seen) {
      const { now } = seen
      const end = (session.authTime + sessionSeconds) * 1000
      const expires = new Date(Math.min(now.getTime() + refreshTokenSeconds * 1000, end))
      const { address } = seen
      const agent = printable(seen.userAgent).slice(0, 300)
      const statement = sql`insert into session_records
          (id, user_id, session_epoch, address, user_agent, started_at, refreshed_at, expires_at, refresh_token, token_issued_at)
        values (${session.sessionId}, ${session.userId}, ${session.epoch}, ${address}, ${agent}, ${now}, ${now}, ${expires},
          ${session.tokenId}, ${now})
        on conflict (id) do update set refreshed_at = excluded.refreshed_at, expires_at = excluded.expires_at,
          address = excluded.address, user_agent = excluded.user_agent,
          refresh_token = excluded.refresh_token, token_issued_at = excluded.token_issued_at`
      await statement.execute(db()).catch((err) => log.warn({ err }, 'could not record a session'))
      // A login is a write of the session too: the user's last login is on no replica yet.
      await replicas?.knows([session.sessionId])
    },

    async end(sessionId: string) {
      const statement = sql`update session_records set ended_at = coalesce(ended_at, now()) where id = ${sessionId}`
      await statement.execute(db()).catch((err) => log.warn({ err }, 'could not record the end of a session'))
    },

    /** A token issued later than the recorded one replaces it: a refresh also works while records cannot be written. */
    async find({ sessionId, tokenId, successor = tokenId, issuedAt }: RefreshClaims) {
      const statement = sql<RecordedUse>`
        select ended_at is not null as "isEnded",
          case when refresh_token not in (${tokenId}, ${successor}) and token_issued_at >= ${new Date(issuedAt * 1000)}
            then token_issued_at end as "replacedAt",
          refresh_token = ${successor} and refresh_token <> ${tokenId} as "isRenewed"
        from session_records where id = ${sessionId}`
      return (await statement.execute(db())).rows[0]
    },

    async endedAmong(sessionIds: readonly string[]): Promise<string[]> {
      const statement = sql<{ id: string }>`
        select id from session_records where id = any(${sessionIds}) and ended_at is not null
        union all select id::text from machine_tokens where id::text = any(${sessionIds}) and revoked_at is not null`
      return (await statement.execute(db())).rows.map(({ id }) => id)
    },

    /** Whether the user has ended a session since that second. */
    async hasEndedSince(userId: string, second: number): Promise<boolean> {
      const statement = sql`
        select from session_records where user_id = ${userId} and ended_at >= to_timestamp(${second}) limit 1`
      return (await statement.execute(db())).rows.length > 0
    },

    /** The user's sessions that neither expired nor ended with all others, most recently used first. */
    async list(userId: string, now: Date): Promise<SessionRecord[]> {
      const statement = sql<SessionRecord>`
        select s.id, s.started_at, s.refreshed_at, s.expires_at, s.address, s.user_agent
        from session_records s join users u on u.id = s.user_id and u.session_epoch = s.session_epoch
        where s.user_id = ${userId} and s.expires_at > ${now} and s.ended_at is null and u.is_active
        order by s.refreshed_at desc, s.id limit 100`
      return (await statement.execute(db())).rows
    },

    async confirm(sessionId: string, now: Date) {
      const statement = sql`update session_records set confirmed_at = ${now} where id = ${sessionId}`
      if (!(await statement.execute(db())).numAffectedRows) throw unavailable()
    },

    async confirmedAt(sessionId: string): Promise<Date | undefined> {
      const statement = sql<{ confirmed_at: Date | string | null }>`
        select confirmed_at from session_records where id = ${sessionId}`
      const [found] = (await statement.execute(db())).rows
      return found?.confirmed_at ? new Date(found.confirmed_at) : undefined
    },

    /** Deletes the records of sessions that can no longer be refreshed. */
    async forgetExpired(now: Date) {
      await sql`delete from session_records where expires_at <= ${now}`.execute(db())
    },
  } satisfies SessionRecords & Record<string, unknown>
}

/** Header values may hold characters that a text column rejects. */
export const printable = (text = '') => text.replace(/[^\x20-\x7e\u00a0-\uffff]/g, '?').toWellFormed()
