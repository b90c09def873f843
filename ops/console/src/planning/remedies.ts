import { useLocation } from 'react-router'
import type { Remedy, Shortage } from './answers.ts'
import { type Change, sandboxLink } from './sandbox-link.ts'
import { type Tag, useTags } from './tags.ts'

type Offered = { sentence: string; label: string; to?: string | undefined }

const mostHires = 20
const settings = { replan: true }

/** What would help against the shortage, with links that try it. */
export function useRemedies(shortage: Shortage): Offered[] {
  const tags = useTags()
  const { search } = useLocation()
  const linkOf = {
    CERTIFY: ({ tag, employees }: Remedy) =>
      sandboxLink(
        employees.map(({ id }) => ({ kind: 'TAG_GRANTED', employee: id, tag })),
        settings,
      ),
    RETURN: ({ employees }: Remedy) =>
      sandboxLink(
        employees.map(({ id }) => ({ kind: 'RETURN', employee: id })),
        settings,
      ),
    OVERTIME: () => planner(search, 'limit', 'cap'),
    HIRE: () => hiring(shortage, tags),
    SMALLER_MINIMUM: () => planner(search, 'minimum', '0.25'),
  }
  return shortage.remedies.map((remedy) => ({
    sentence: remedy.sentence,
    label: remedy.kind === 'OVERTIME' || remedy.kind === 'SMALLER_MINIMUM' ? 'Plan it so' : 'Try it',
    to: linkOf[remedy.kind](remedy),
  }))
}

/** The same plan with another choice. */
function planner(search: string, name: string, choice: string): string {
  const parameters = new URLSearchParams(search)
  parameters.set(name, choice)
  return `/planner?${parameters}`
}

/** Hires with the tags that are short and the contract closest to a full week, as many as the shortage needs. */
function hiring({ tag_sets, short_hours }: Shortage, tags: Tag[]) {
  const wanted = new Set(tag_sets.flatMap((set) => set.tags))
  const contract = tags
    .filter(({ category, hours_delta }) => category === 'CONTRACT' && Number(hours_delta) > 0)
    .toSorted((a, b) => Math.abs(40 - Number(a.hours_delta)) - Math.abs(40 - Number(b.hours_delta)))[0]
  if (!contract) return undefined
  const ids = tags.filter(({ name }) => wanted.has(name)).map(({ id }) => id)
  const count = Math.min(mostHires, Math.ceil(Number(short_hours) / Number(contract.hours_delta)))
  const hire: Change = { kind: 'HIRE', tags: [contract.id, ...ids] }
  return sandboxLink(
    Array.from({ length: count }, () => hire),
    settings,
  )
}
