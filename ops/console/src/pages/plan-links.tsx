import { Group } from '@mantine/core'
import { PageLink } from '../parts.tsx'
import { useMayOversee } from '../viewer.tsx'

/** From a unit's coverage to what could be done about it, and to what is coming. */
export function PlanLinks({ unit }: { unit: string }) {
  if (!useMayOversee()) return null
  return (
    <Group gap="md">
      <PageLink to={`/planner?unit=${unit}`}>What can be covered?</PageLink>
      <PageLink to={`/forecast?unit=${unit}`}>What breaks next?</PageLink>
    </Group>
  )
}
