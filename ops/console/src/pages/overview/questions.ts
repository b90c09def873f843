import { api } from '../../live/api.ts'

const { overview, system } = api.operator
const input = undefined

// Each part of the overview is a query of its own. Throttles change by the second, the clinic by the minute.
const quick = { input, every: 5000 }
const calm = { input, every: 30_000 }

export const keys = { name: 'overview.keys', of: overview.keys, ...quick }
export const refusals = { name: 'overview.refusals', of: overview.refusals, ...quick }
export const stores = { name: 'system', of: system.overview, ...quick }
export const shortages = { name: 'overview.shortages', of: overview.shortages, ...calm }
/** The units whose people are meant; none for everybody. */
type Units = readonly string[]
export const proposals = (units: Units = []) => ({
  name: 'overview.proposals',
  of: overview.proposals,
  input: { org_unit_ids: [...units] },
  every: calm.every,
})
export const leavers = { name: 'overview.leavers', of: overview.leavers, ...calm }
export const reuse = { name: 'overview.reuse', of: overview.reuse, ...calm }
export const ending = (kind: 'contracts' | 'certificates', units: Units = []) => ({
  name: 'overview.ending',
  of: overview.ending,
  input: { kind, org_unit_ids: [...units] },
  every: calm.every,
})

/** The pages that the numbers lead to, filtered to the rows that were counted. */
export const links = {
  vacant: '/positions?state=VACANT',
  partial: '/positions?state=PARTIAL',
  contracts: '/people?contract_ends=30',
  certificates: '/people?certificate_ends=30',
  proposals: '/people?status=PROPOSAL_PENDING',
  leavers: '/users?is_leaver=true&is_active=true',
  reuse: '/audit?log=security&event=reuse',
  lastHour: '/throttles?range=hour',
} as const
