import { Group } from '@mantine/core'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { type Message, say } from '../../language/text.ts'
import { api } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { NoPage, Page, PageLink } from '../../parts/parts.tsx'
import { Assignments, EndingTags } from './bulk-pages.tsx'
import { ImportPage } from './import-page.tsx'
import { ResourceList } from './resource-list.tsx'
import { positionTags, resources } from './resources.ts'

type Part = { path: string; title: Message; Component: ComponentType }

const parts: readonly Part[] = [
  ...resources.map((resource) => ({
    path: resource.path,
    title: resource.title,
    Component: () => <ResourceList resource={resource} />,
  })),
  { path: 'ending', title: 'Ending soon', Component: EndingTags },
  { path: 'assignments', title: 'Assignments', Component: Assignments },
  { path: 'import', title: 'Import and export', Component: ImportPage },
]

/** Employees, tags, units and positions as they are stored, to keep them up to date. */
export function MasterPage() {
  const { part = parts[0]?.path, id } = useParams()
  if (id) return part === 'positions' ? <RequiredTags id={id} /> : <NoPage />
  const shown = parts.find(({ path }) => path === part)
  if (!shown) return <NoPage />
  return (
    <Page title={say('Master data')}>
      <Group component="nav" gap="0 1.25rem" aria-label={say('Parts of the master data')}>
        {parts.map(({ path, title }) => (
          <PageLink
            key={path}
            to={`/master/${path}`}
            fw={path === part ? 600 : undefined}
            aria-current={path === part ? 'page' : undefined}
          >
            {say(title)}
          </PageLink>
        ))}
      </Group>
      <shown.Component />
    </Page>
  )
}

/** The tags that a position requires. */
function RequiredTags({ id }: { id: string }) {
  const page = { page: say('Position'), path: <PageLink to="/master/positions">{say('Positions')}</PageLink> }
  return (
    <Live name="positions.get" of={api.positions.get} input={{ id }} every={600_000} {...page}>
      {({ title }) => (
        <Page title={title} path={page.path}>
          <ResourceList resource={positionTags} given={{ position: id }} only={{ position_id: id }} />
        </Page>
      )}
    </Live>
  )
}
