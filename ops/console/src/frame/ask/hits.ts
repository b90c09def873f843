import { useDebouncedValue } from '@mantine/hooks'
import { folded } from '../../../../../src/text-order.ts'
import { type Message, say } from '../../language/text.ts'
import { dayOf } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { useLive } from '../../live/live.tsx'
import { useMay, useMayOversee, useToday } from '../../live/viewer.tsx'
import { usePages } from '../../menu/menu.ts'
import { useSettings } from '../../menu/settings.ts'
import { sandboxLink } from '../../pages/planning/change-kinds.ts'
import { type Asked, askedIn, isAddress } from './asked.ts'

/** What is found or can be done: a page to go to, or something to run. */
export type Hit = { id: string; name: string; more?: string | undefined; to?: string; run?: () => void }
type Group = { label: Message; hits: Hit[] }

/** Shorter searches would find too much. */
const shortest = 2

/** What the line asks for, and whether the answer belongs to all that has been typed. */
export function useHits(typed: string) {
  const [line] = useDebouncedValue(typed, 100)
  const asked = askedIn(line, useToday())
  const mayPlan = useMayOversee()
  const mayBlock = useMay('act_as_admin')
  const isWanted = asked.search.length >= shortest && !isAddress(asked.search)
  const query = useLive({
    name: 'find',
    of: api.operator.find,
    input: { search: asked.search, held: asked.act === 'renew', by_unit: asked.act === 'who' },
    every: 60_000,
    keepsPrevious: true,
    isWanted,
  })
  const pages = usePageHits()
  const settings: Group = { label: 'Settings', hits: useSettings() }
  const groups = [
    ...addressHits(asked, mayBlock),
    ...(asked.act === 'find' ? [matching(pages, typed), matching(settings, typed)] : []),
    ...(isWanted && query.data ? foundHits(query.data, asked, { mayPlan, mayBlock }) : []),
  ].filter(({ hits }) => hits.length > 0)
  const isAnswered = !isWanted || query.isError || (query.isSuccess && !query.isPlaceholderData)
  return { groups, query, isSettled: typed === line && isAnswered }
}

const matching = ({ label, hits }: Group, typed: string): Group => ({
  label,
  hits: hits.filter(({ name }) => ` ${folded(name)}`.includes(` ${folded(typed)}`)),
})

const usePageHits = (): Group => ({
  label: 'Pages',
  hits: usePages().map(({ path, name }) => ({ id: path, name: say(name), to: path })),
})

/** An address is no row that a search finds: it has the page of its counter. */
function addressHits({ act, search }: Asked, mayBlock: boolean): Group[] {
  if (!isAddress(search)) return []
  const to = `/throttles/login/${encodeURIComponent(search)}`
  const block = { id: 'block', name: say('Block {name}…', { name: search }), to: `${to}?do=block` }
  const hit = { id: to, name: search, more: say('Logins'), to }
  return [{ label: 'Throttles', hits: !mayBlock ? [hit] : act === 'block' ? [block] : [hit, block] }]
}

type Found = OperatorAnswers['find']

/** What was found, or what the line wants done with it. */
function foundHits(
  found: Found,
  asked: Asked,
  { mayPlan, mayBlock }: Record<'mayPlan' | 'mayBlock', boolean>,
): Group[] {
  if (asked.act === 'who') return [{ label: 'Who can cover this?', hits: positionHits(found) }]
  if (asked.act === 'block' && mayBlock) return [{ label: 'Block', hits: blockHits(found) }]
  if (asked.act === 'renew') return [{ label: 'Renew', hits: renewHits(found) }]
  if (asked.act === 'leave' && mayPlan) return [{ label: 'What if…', hits: leaveHits(found, asked.day) }]
  const { people, units, users } = found
  return [
    {
      label: 'People',
      hits: people.map(({ id, name, employee_number: more }) => ({ id, name, more, to: `/people/${id}` })),
    },
    {
      label: 'Units',
      hits: units.map(({ id, name, code: more }) => ({ id, name, more, to: `/coverage/${id}` })),
    },
    { label: 'Positions', hits: positionHits(found) },
    {
      label: 'Users',
      hits: users.map(({ id, name, email: more }) => ({ id, name, more, to: `/users/${id}` })),
    },
  ]
}

const positionHits = ({ positions }: Found): Hit[] =>
  positions.map(({ id, title: name, org_unit_name: more }) => ({ id, name, more, to: `/positions/${id}` }))

const blockHits = ({ users }: Found): Hit[] =>
  users.map(({ id, name, email: more }) => ({
    id,
    name: say('Block {name}…', { name }),
    more,
    to: `/throttles/user/${id}?do=block`,
  }))

const renewHits = ({ held }: Found): Hit[] =>
  held.map(({ id, employee_name: name, tag, end_date }) => ({
    id,
    name: say('{tag} of {name}', { tag, name }),
    more: end_date ? say('ends {day}', { day: dayOf(end_date) }) : say('no end'),
    to: sandboxLink([{ kind: 'TAG_EXTENDED', employee_tag: id, end_date: null }]),
  }))

const leaveHits = ({ people }: Found, day: string): Hit[] =>
  people.map(({ id, name, employee_number: more }) => ({
    id,
    name: say('{name} on leave from {day}', { name, day: dayOf(day) }),
    more,
    to: sandboxLink([{ kind: 'LEAVE', employee: id, start_date: day }]),
  }))
