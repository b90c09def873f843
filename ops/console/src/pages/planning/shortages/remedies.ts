import { useLocation } from 'react-router'
import { type Tag, useTags } from '../../../fields/choices.tsx'
import type { Remedy, Shortage } from '../answers.ts'
import { parseChanges, type SandboxChange, sandboxLink } from '../change-kinds.ts'

type Offered = { sentence: string; to?: string | undefined }

const mostHires = 20

/** The remedies of the shortage, with links that try them. In the sandbox, a link adds its remedy to the changes. */
export function useRemedies(shortage: Shortage): Offered[] {
  const tags = useTags()
  const { pathname, search } = useLocation()
  const isSandbox = pathname === '/sandbox'
  const before = isSandbox ? parseChanges(new URLSearchParams(search).get('changes') ?? '') : []
  return shortage.remedies.map((remedy) => {
    const { sentence } = remedy
    const choice = choices[remedy.kind]
    if (choice) return { sentence, to: isSandbox ? undefined : planner(search, ...choice) }
    const changes = changesOf(remedy, shortage, tags)
    const to = changes.length ? sandboxLink([...before, ...changes], { replan: true }) : undefined
    return { sentence, to }
  })
}

/** The remedies that are choices of the planner. */
const choices: { [Kind in Remedy['kind']]?: [string, string] } = {
  OVERTIME: ['limit', 'cap'],
  SMALLER_MINIMUM: ['minimum', '0.25'],
}

/** The hypothetical changes that a remedy stands for. */
function changesOf({ kind, tag, employees }: Remedy, shortage: Shortage, tags: Tag[]): SandboxChange[] {
  if (kind === 'HIRE') return hires(shortage, tags)
  if (kind === 'RENEW' || kind === 'CERTIFY')
    return employees.map(({ id }) => ({ kind: 'TAG_GRANTED', employee: id, tag }))
  return employees.map(({ id }) => ({ kind: 'RETURN', employee: id }))
}

/** The same plan with another choice. */
function planner(search: string, name: string, choice: string): string {
  const parameters = new URLSearchParams(search)
  parameters.set(name, choice)
  return `/planner?${parameters}`
}

/** As many hires as the shortage needs, with the missing tags and the contract closest to a full week. */
function hires({ tag_sets, short_hours }: Shortage, tags: Tag[]): SandboxChange[] {
  const wanted = new Set(tag_sets.flatMap((set) => set.tags))
  const contract = tags
    .filter(({ category, hours_delta }) => category === 'CONTRACT' && Number(hours_delta) > 0)
    .toSorted((a, b) => Math.abs(40 - Number(a.hours_delta)) - Math.abs(40 - Number(b.hours_delta)))[0]
  if (!contract) return []
  const ids = tags.filter(({ name }) => wanted.has(name)).map(({ id }) => id)
  const count = Math.min(mostHires, Math.ceil(Number(short_hours) / Number(contract.hours_delta)))
  return Array.from({ length: count }, () => ({ kind: 'HIRE', tags: [contract.id, ...ids] }))
}
