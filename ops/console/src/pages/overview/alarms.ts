import { say } from '../../language/text.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { nameOfKey, pathOfKey, scopeWords } from '../throttles/keys/scopes.ts'
import { links } from './questions.ts'

type Answers = OperatorAnswers['overview']
type Alarm = { tone: 'bad' | 'low'; text: string; to: string }

type Part<Answer> = { data: Answer | undefined }
/** The parts of the overview that have loaded. */
type Parts = {
  stores: Part<OperatorAnswers['system']['overview']>
} & { [Name in 'reuse' | 'refusals' | 'keys' | 'leavers' | 'proposals']: Part<Answers[Name]> }

/** What needs an operator now, the worst first. */
export const alarmsOf = (parts: Parts): Alarm[] => [
  ...ofStores(parts),
  ...ofIntrusion(parts),
  ...ofKeys(parts),
  ...ofPeople(parts),
]

function ofStores({ stores }: Parts): Alarm[] {
  if (!stores.data) return []
  const { database, redis, replicas, sweeps } = stores.data
  const away = [
    ...(database.state === 'unreachable' ? ['PostgreSQL'] : []),
    ...(redis.state === 'unreachable' ? ['Redis'] : []),
    ...replicas.filter(({ state }) => state !== 'in use' && state !== 'behind').map(({ name }) => name),
  ]
  const texts = away.map((store) => say('{store} is not responding', { store }))
  if (database.state === 'read_only') texts.push(say('PostgreSQL refuses changes'))
  if (redis.state === 'read_only') texts.push(say('Redis refuses changes'))
  if (sweeps.last?.error) texts.push(say('The last background clean-up failed'))
  return texts.map((text) => ({ tone: 'bad', text, to: '/system' }))
}

/** Failed logins raise an alarm once they are many, and at least twice as many as before. */
function ofIntrusion({ reuse, refusals }: Parts): Alarm[] {
  const used = reuse.data?.last_day ?? 0
  const { last_hour: failed = 0, hour_before = 0 } = refusals.data?.logins ?? {}
  const areMany = failed >= 10 && failed >= 2 * hour_before
  return [
    ...when(used, {
      tone: 'bad',
      text: say(
        '{count, plural, one {A refresh token was} other {# refresh tokens were}} used twice in the last 24 hours',
        { count: used },
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

function ofKeys({ keys }: Parts): Alarm[] {
  const full = keys.data?.first.filter(({ used, limit }) => used >= limit) ?? []
  const others = (keys.data?.full ?? 0) - full.length
  return [
    ...full.map(
      (key): Alarm => ({
        tone: 'low',
        text: say('{who} has reached the limit of {limit, number} ({scope})', {
          who: nameOfKey(key),
          limit: key.limit,
          scope: say(scopeWords[key.scope].name),
        }),
        to: pathOfKey(key),
      }),
    ),
    ...when(others, {
      tone: 'low',
      text: keys.data?.is_more
        ? say('Over {count, number} more keys have reached their limits', { count: others })
        : say(
            '{count, plural, one {# more key has reached its limit} other {# more keys have reached their limits}}',
            { count: others },
          ),
      to: '/throttles',
    }),
  ]
}

function ofPeople({ leavers, proposals }: Parts): Alarm[] {
  const left = leavers.data?.count ?? 0
  const soon = proposals.data?.next_day ?? 0
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
