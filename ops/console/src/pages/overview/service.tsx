import { say } from '../../language/text.ts'
import { dayOf, number } from '../../language/wording.ts'
import { Moment, Note } from '../../parts/parts.tsx'
import { nameOfKey, pathOfKey, scopeWords } from '../throttles/keys/scopes.ts'
import { OfOneProcess } from './numbers.tsx'
import * as ask from './questions.ts'
import { Waiting } from './waiting.tsx'

/** The keys that have used most of their limit. */
export const FullKeys = () => (
  <Waiting
    title="Keys at or near their limit"
    ask={ask.keys}
    to="/throttles"
    waiting={(found) => ({
      ...found,
      what: say('{count, plural, one {key has} other {keys have}} used 80% or more', { count: found.count }),
    })}
    nothing="No key is near its limit."
    line={(key) => ({
      id: `${key.scope} ${key.key}`,
      main: nameOfKey(key),
      to: pathOfKey(key),
      more: (
        <>
          {say(scopeWords[key.scope].name)}
          {key.resets_at && (
            <>
              , {say('starts over')} <Moment of={key.resets_at} />
            </>
          )}
        </>
      ),
      right: say('{used} of {limit} used', { used: number(key.used), limit: number(key.limit) }),
    })}
    more={({ redis }) => <OfOneProcess redis={redis} />}
  />
)

/** People who have left but still have an active user. */
export const Leavers = () => (
  <Waiting
    title="Leavers whose user is still active"
    ask={ask.leavers}
    to={ask.links.leavers}
    waiting={(found) => ({
      ...found,
      what: say('{count, plural, one {leaver has} other {leavers have}} an active user', {
        count: found.count,
      }),
    })}
    nothing="No one who has left has an active user."
    line={({ id, email, employee_name, termination_date }) => ({
      id,
      main: employee_name,
      to: `/users/${id}`,
      more: email,
      right: termination_date && say('left {date}', { date: dayOf(termination_date) }),
    })}
  />
)

const timesText = (count: number) => (count > 1 ? [say('{count, number} times', { count })] : [])

/** Refresh tokens that were used twice. */
export const Reuse = () => (
  <Waiting
    title="Refresh tokens used twice"
    ask={ask.reuse}
    to={ask.links.reuse}
    waiting={(found) => ({
      ...found,
      what: say('in the last seven days, {count, number} of them in the last 24 hours', {
        count: found.last_day,
      }),
    })}
    nothing="No refresh token was used twice in the last seven days."
    line={({ id, user, user_name, address, created_at, times }) => ({
      id,
      main: user_name || address,
      to: user ? `/users/${user}` : ask.links.reuse,
      more: [say('from {address}', { address }), ...timesText(times)].join(', '),
      right: <Moment of={created_at} />,
    })}
    more={({ count }) =>
      count > 0 && (
        <Note>{say('A second use may mean that the token was stolen, so it ends the session.')}</Note>
      )
    }
  />
)
