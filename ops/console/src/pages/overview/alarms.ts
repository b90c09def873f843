import { say } from '../../language/text.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { nameOfKey, pathOfKey, scopeWords } from '../throttles/keys/scopes.ts'
import { links } from './questions.ts'

type Answers = OperatorAnswers['overview']
type Alarm = { tone: 'bad' | 'low'; text: string; to: string }

/** What the parts of the overview say, as far as it is known. */
export type Known = {
  stores?: OperatorAnswers['system']['overview'] | undefined
  reuse?: Answers['reuse'] | undefined
  refusals?: Answers['refusals'] | undefined
  keys?: Answers['keys'] | undefined
  leavers?: Answers['leavers'] | undefined
  proposals?: Answers['proposals'] | undefined
}

const day = 86_400_000

/** What cannot wait, the worst first. */
export const alarmsOf = (known: Known, now: number): Alarm[] => [
  ...ofStores(known),
  ...ofIntrusion(known),
  ...ofKeys(known),
  ...ofPeople(known, now),
]

function ofStores({ stores }: Known): Alarm[] {
  if (!stores) return []
  const { database, redis, replicas, sweeps } = stores
  const away = [
    ...(database.state === 'unreachable' ? ['PostgreSQL'] : []),
    ...(redis.state === 'unreachable' ? ['Redis'] : []),
    ...replicas.filter(({ state }) => state !== 'in use' && state !== 'behind').map(({ name }) => name),
  ]
  const texts = away.map((store) => say('{store} is not responding', { store }))
  if (sweeps.last?.error) texts.push(say('The last background clean-up failed'))
  return texts.map((text) => ({ tone: 'bad', text, to: '/system' }))
}

/** Failed logins count once they are many, and twice as many as before. */
function ofIntrusion({ reuse, refusals }: Known): Alarm[] {
  const used = reuse?.last_day ?? 0
  const { last_hour: failed = 0, hour_before = 0 } = refusals?.logins ?? {}
  const areMany = failed >= 10 && failed >= 2 * hour_before
  return [
    ...when(used, {
      tone: 'bad',
      text: say(
        '{count, plural, one {A refresh token was} other {# refresh tokens were}} used twice in the last 24 hours',
        {
          count: used,
        },
      ),
      to: links.reuse,
    }),
    ...when(areMany ? failed : 0, {
      tone: 'bad',
      text: say('{count, number} failed logins in the last hour, {before, number} in the hour before', {
        count: failed,
        before: hour_before,
      }),
      to: links.lastHour,
    }),
  ]
}

function ofKeys({ keys }: Known): Alarm[] {
  const full = keys?.first.filter(({ used, limit }) => used >= limit) ?? []
  return full.map((key) => ({
    tone: 'low',
    text: say('{who} has reached the limit of {limit, number} ({scope})', {
      who: nameOfKey(key),
      limit: key.limit,
      scope: say(scopeWords[key.scope].name),
    }),
    to: pathOfKey(key),
  }))
}

function ofPeople({ leavers, proposals }: Known, now: number): Alarm[] {
  const left = leavers?.count ?? 0
  const soon = proposals?.first.filter(({ expires_at }) => Date.parse(expires_at) - now < day).length ?? 0
  return [
    ...when(left, {
      tone: 'low',
      text: say(
        '{count, plural, one {# person has left, but their user is} other {# people have left, but their users are}} still active',
        { count: left },
      ),
      to: links.leavers,
    }),
    ...when(soon, {
      tone: 'low',
      text: say('{count, plural, one {# proposal expires} other {# proposals expire}} within 24 hours', {
        count: soon,
      }),
      to: links.proposals,
    }),
  ]
}

const when = (count: number, alarm: Alarm): Alarm[] => (count ? [alarm] : [])
