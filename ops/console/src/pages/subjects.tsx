import { Group, Text } from '@mantine/core'
import type { OperatorAnswers } from '../api.ts'
import { PageLink } from '../parts.tsx'

export type Subject = OperatorAnswers['audit']['list']['results'][number]['subjects'][number]

const paths: Record<Subject['kind'], (id: string) => string | undefined> = {
  person: (id) => `/people/${id}`,
  position: (id) => `/positions/${id}`,
  unit: (id) => `/coverage/${id}`,
  user: (id) => `/users/${id}`,
  rule: () => '/rules',
  tag: () => undefined,
  key: (id) => {
    const [scope = '', ...key] = id.split(' ')
    return `/throttles/${scope}/${encodeURIComponent(key.join(' '))}`
  },
}

/** The subjects of an entry, each a link to its page where it has one. */
export const Subjects = ({ of }: { of: readonly Subject[] }) =>
  of.map(({ kind, id, name, detail }, place) => {
    const to = paths[kind](id)
    return (
      <Group key={`${kind} ${id} ${place.toString()}`} gap={6} title={detail}>
        {to ? <PageLink to={to}>{name}</PageLink> : <span>{name}</span>}
        {kind !== 'position' && (
          <Text span size="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </Group>
    )
  })

/** The same in plain text. */
export const subjectsText = (of: readonly Subject[]) =>
  of.map(({ name, detail }) => (detail ? `${name} (${detail})` : name)).join(', ')
