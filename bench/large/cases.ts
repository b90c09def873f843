import { thresholdRules } from '../../src/work/business-rules.ts'
import type { BenchCall } from '../service/calls.ts'
import { allLists, type Listed } from './lists.ts'
import { idOf, type Size } from './sizes.ts'

/** `isOperators` sends it to the ops port. */
type LargeCall = BenchCall & { isOperators?: boolean }

/** A request of the large clinic. */
export type LargeCase = {
  group: string
  name: string
  call: LargeCall
  /** The limit of its CPU time in the service and PostgreSQL together, in milliseconds. */
  bound: number
  /** Whether the service caches the answer for a while. */
  isRemembered?: boolean
  /** A page that depends on the count of the list; the first page by default. */
  page?: 'middle' | 'last'
}

const bounds = { firstPage: 40, page: 50, search: 200, summary: 150, rulePreview: 300, keys: 100 }

type Choice = { today: Date; hasOrderings: boolean }

export function largeCases(size: Size, { today, hasOrderings }: Choice): LargeCase[] {
  const day = (daysAgo: number) => new Date(today.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return [
    ...throttleKeys(),
    ...singles(size),
    ...wholes(),
    ...allLists(size, day)
      .map((list) => (hasOrderings ? list : { ...list, orderings: {} }))
      .flatMap((list) => [...pages(list), ...filtered(list)]),
  ]
}

const get = (path: string): LargeCall => ({ method: 'GET', path: `/api/v1/${path}` })
const post = (path: string, body: object): LargeCall => {
  return { method: 'POST', path: `/api/v1/${path}`, body: { ...body } }
}
const query = (procedure: string, input?: object): LargeCall => ({
  method: 'GET',
  isOperators: true,
  path: `/trpc/operator.${procedure}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`,
})

/** The call of a list with parameters such as `status=ACTIVE&page=2`. */
const listing = ({ name, procedure }: Listed, parameters: string) =>
  procedure
    ? query(procedure, Object.fromEntries(new URLSearchParams(parameters)))
    : get(`${name}/${parameters && `?${parameters}`}`)

/** Every ordering in both directions, and the default. */
function pages(list: Listed): LargeCase[] {
  const orderings = ['', ...fieldsOf(list).map((field) => `ordering=${field}`)]
  const first = orderings.map((ordering) => ({
    group: `${list.name}: first pages`,
    name: ordering || 'as it is',
    bound: bounds.firstPage,
    call: listing(list, ordering),
  }))
  const deep = orderings.flatMap((ordering) =>
    (['middle', 'last'] as const).map((page) => ({
      group: `${list.name}: deep pages`,
      name: `${ordering || 'as it is'}, ${page}`,
      bound: bounds.page,
      page,
      call: listing(list, ordering),
    })),
  )
  return [...first, ...deep]
}

const fieldsOf = ({ orderings }: Listed) => Object.keys(orderings).flatMap((field) => [field, `-${field}`])

function filtered(list: Listed): LargeCase[] {
  const { filters = [], searches = [], orderedFilters = [] } = list
  const of = (kind: string, parameters: string, page?: 'middle') => ({
    group: `${list.name}: ${kind}`,
    name: page ? `${parameters}, ${page}` : parameters,
    bound: bounds.search,
    page,
    call: listing(list, parameters),
  })
  return [
    ...filters.flatMap((filter) => [of('filters', filter), of('filters', filter, 'middle')]),
    ...orderedFilters.flatMap((filter) =>
      fieldsOf(list).map((field) => of('filters with an ordering', `${filter}&ordering=${field}`)),
    ),
    ...searches.map((search) => of('searches', `search=${search}`)),
  ]
}

function throttleKeys(): LargeCase[] {
  const inputs = { keys: { scope: 'anon' }, 'keys of all scopes': {}, 'keys search': { search: '10.1.17.' } }
  return [
    ...Object.entries(inputs).map(([name, input]) => ({ name, call: query('throttles.keys', input) })),
    { name: 'overview', call: query('throttles.overview', { range: 'hour' }) },
  ].map((one) => ({ group: 'throttle keys', bound: bounds.keys, ...one }))
}

function singles({ employees }: Size): LargeCase[] {
  const someone = idOf('employee', 123)
  const position = idOf('position', 12)
  const body = { employee: someone, position_id: idOf('position', 5), effective_hours: '0.01' }
  const ids = Array.from({ length: Math.min(500, employees) }, (_, number) => idOf('employee', number))
  return [
    { name: 'me', call: get('auth/me/') },
    { name: 'employee', call: get(`employees/${someone}/`) },
    { name: 'transitions of an employee', call: get(`employees/${someone}/transitions/`) },
    { name: 'assignment', call: get(`assignments/${idOf('assignment', 1)}/`) },
    { name: 'position', call: get(`demand/${position}/`) },
    { name: 'position for an employee', call: get(`demand/${position}/?eligible_for_employee=${someone}`) },
    { name: 'balance', call: get(`offer/employees/${someone}/balance/`) },
    {
      name: 'batch of 500 balances',
      call: post('offer/employees/batch-balance/', { employee_ids: ids }),
    },
    { name: 'preview', call: post('assignments/preview/', body) },
    { name: 'operators: page of a person', call: query('people.page', { id: someone }) },
  ].map((one) => ({ group: 'single objects', bound: bounds.page, ...one }))
}

/** Requests whose answers are computed from the whole clinic. */
function wholes(): LargeCase[] {
  const preview = (code: string) => ({
    group: 'rule preview',
    name: code,
    call: query('rules.preview', {
      code,
      ...(thresholdRules.includes(code as (typeof thresholdRules)[number]) && { threshold: '20.00' }),
    }),
    bound: bounds.rulePreview,
  })
  const whole = (name: string, call: LargeCall) => {
    return { group: 'summary and tree', name, call, bound: bounds.summary }
  }
  return [
    whole('coverage summary', get('demand/coverage-summary/')),
    whole('tree', query('coverage.tree')),
    whole('unit', query('coverage.unit', { id: idOf('unit', 1) })),
    {
      ...whole('metrics', { method: 'GET', path: '/metrics', isOperators: true }),
      isRemembered: true,
    },
    whole('system', query('system.overview')),
    ...['shortages', 'proposals', 'leavers', 'reuse'].map((part) =>
      whole(`overview: ${part}`, query(`overview.${part}`)),
    ),
    ...['contracts', 'certificates'].map((kind) =>
      whole(`overview: ${kind} that end`, query('overview.ending', { kind })),
    ),
    whole('people whose tags end', query('people.ending_tags', {})),
    ...['garcia ana', 'ar', 'zzzzxq'].map((search) => ({
      ...{ group: 'operators: find', name: search, bound: bounds.search },
      call: query('find', { search }),
    })),
    ...['MAX_WEEKLY_HOURS', 'TAG_REQUIREMENT_MISMATCH', 'CONTRACT_NEAR_EXPIRY'].map(preview),
  ]
}
