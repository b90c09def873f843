import { type Say, useText } from '../../language/text.ts'
import { dayOf, number } from '../../language/wording.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { Moment, Note, Panel } from '../../parts/parts.tsx'
import { nameOfKey, pathOfKey, scopeWords } from '../throttles/keys/scopes.ts'
import { OfOneProcess } from './numbers.tsx'
import * as ask from './questions.ts'
import { Waiting, WaitingLine } from './waiting.tsx'

type FullKey = OperatorAnswers['overview']['keys']['first'][number]

/** The keys that have used most of their limit. */
export function FullKeys() {
  const t = useText()
  return (
    <Panel title={t('Keys at or near their limit')}>
      <Live {...ask.keys}>
        {(found) => (
          <>
            <Waiting
              of={{ ...found, first: found.first.map((key) => ({ ...key, id: `${key.scope} ${key.key}` })) }}
              to="/throttles"
              what={t('{count, plural, one {key has} other {keys have}} used 80% or more', {
                count: found.count,
              })}
              nothing={t('No key is near its limit.')}
              line={(key) => <FullKeyLine of={key} />}
            />
            <OfOneProcess redis={found.redis} />
          </>
        )}
      </Live>
    </Panel>
  )
}

function FullKeyLine({ of: key }: { of: FullKey }) {
  const t = useText()
  return (
    <WaitingLine
      main={nameOfKey(key)}
      to={pathOfKey(key)}
      more={
        <>
          {t(scopeWords[key.scope].name)}
          {key.resets_at && (
            <>
              , {t('starts over')} <Moment of={key.resets_at} />
            </>
          )}
        </>
      }
      right={t('{used} of {limit} used', { used: number(key.used), limit: number(key.limit) })}
    />
  )
}

/** Who has left and still has an active user. */
export function Leavers() {
  const t = useText()
  return (
    <Panel title={t('Leavers whose user is still active')}>
      <Live {...ask.leavers}>
        {(found) => (
          <Waiting
            of={found}
            to={ask.links.leavers}
            what={t('{count, plural, one {leaver has} other {leavers have}} an active user', {
              count: found.count,
            })}
            nothing={t('No one who has left has an active user.')}
            line={({ id, email, employee_name, termination_date }) => (
              <WaitingLine
                main={employee_name}
                to={`/users/${id}`}
                more={email}
                right={termination_date && t('left {date}', { date: dayOf(termination_date) })}
              />
            )}
          />
        )}
      </Live>
    </Panel>
  )
}

const timesText = (count: number, t: Say) => (count > 1 ? [t('{count} times', { count })] : [])

/** Refresh tokens that were used twice. */
export function Reuse() {
  const t = useText()
  return (
    <Panel title={t('Refresh tokens used twice')}>
      <Live {...ask.reuse}>
        {(found) => (
          <>
            <Waiting
              of={found}
              to={ask.links.reuse}
              what={t('in the last seven days, {count, number} of them in the last 24 hours', {
                count: found.last_day,
              })}
              nothing={t('No refresh token was used twice in the last seven days.')}
              line={({ user, user_name, address, created_at, times }) => (
                <WaitingLine
                  main={user_name || address}
                  to={user ? `/users/${user}` : ask.links.reuse}
                  more={[t('from {address}', { address }), ...timesText(times, t)].join(', ')}
                  right={<Moment of={created_at} />}
                />
              )}
            />
            {found.count > 0 && (
              <Note>{t('A stolen token shows itself by a second use, which ends its session.')}</Note>
            )}
          </>
        )}
      </Live>
    </Panel>
  )
}
