import { say } from '../../language/text.ts'
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
export const FullKeys = () => (
  <Panel title={say('Keys at or near their limit')}>
    <Live {...ask.keys}>
      {(found) => (
        <>
          <Waiting
            of={{ ...found, first: found.first.map((key) => ({ ...key, id: `${key.scope} ${key.key}` })) }}
            to="/throttles"
            what={say('{count, plural, one {key has} other {keys have}} used 80% or more', {
              count: found.count,
            })}
            nothing={say('No key is near its limit.')}
            line={(key) => <FullKeyLine of={key} />}
          />
          <OfOneProcess redis={found.redis} />
        </>
      )}
    </Live>
  </Panel>
)

const FullKeyLine = ({ of: key }: { of: FullKey }) => (
  <WaitingLine
    main={nameOfKey(key)}
    to={pathOfKey(key)}
    more={
      <>
        {say(scopeWords[key.scope].name)}
        {key.resets_at && (
          <>
            , {say('starts over')} <Moment of={key.resets_at} />
          </>
        )}
      </>
    }
    right={say('{used} of {limit} used', { used: number(key.used), limit: number(key.limit) })}
  />
)

/** Who has left and still has an active user. */
export const Leavers = () => (
  <Panel title={say('Leavers whose user is still active')}>
    <Live {...ask.leavers}>
      {(found) => (
        <Waiting
          of={found}
          to={ask.links.leavers}
          what={say('{count, plural, one {leaver has} other {leavers have}} an active user', {
            count: found.count,
          })}
          nothing={say('No one who has left has an active user.')}
          line={({ id, email, employee_name, termination_date }) => (
            <WaitingLine
              main={employee_name}
              to={`/users/${id}`}
              more={email}
              right={termination_date && say('left {date}', { date: dayOf(termination_date) })}
            />
          )}
        />
      )}
    </Live>
  </Panel>
)

const timesText = (count: number) => (count > 1 ? [say('{count} times', { count })] : [])

/** Refresh tokens that were used twice. */
export const Reuse = () => (
  <Panel title={say('Refresh tokens used twice')}>
    <Live {...ask.reuse}>
      {(found) => (
        <>
          <Waiting
            of={found}
            to={ask.links.reuse}
            what={say('in the last seven days, {count, number} of them in the last 24 hours', {
              count: found.last_day,
            })}
            nothing={say('No refresh token was used twice in the last seven days.')}
            line={({ user, user_name, address, created_at, times }) => (
              <WaitingLine
                main={user_name || address}
                to={user ? `/users/${user}` : ask.links.reuse}
                more={[say('from {address}', { address }), ...timesText(times)].join(', ')}
                right={<Moment of={created_at} />}
              />
            )}
          />
          {found.count > 0 && (
            <Note>{say('A stolen token shows itself by a second use, which ends its session.')}</Note>
          )}
        </>
      )}
    </Live>
  </Panel>
)
