import { Group } from '@mantine/core'
import { useText } from '../../../language/text.ts'
import { useMayOversee } from '../../../live/viewer.tsx'
import { PageLink } from '../../../parts/parts.tsx'

/** From a unit's coverage to what could be done about it, and to what is coming. */
export function PlanLinks({ unit }: { unit: string }) {
  const t = useText()
  if (!useMayOversee()) return null
  return (
    <Group gap="md">
      <PageLink to={`/planner?unit=${unit}`}>{t('What can be covered?')}</PageLink>
      <PageLink to={`/forecast?unit=${unit}`}>{t('What breaks next?')}</PageLink>
    </Group>
  )
}
