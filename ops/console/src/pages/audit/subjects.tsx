import { Group, Stack, Text } from '@mantine/core'
import { say } from '../../language/text.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { PageLink } from '../../parts/parts.tsx'
import { pathOfKey, scopeOf, scopeWords } from '../throttles/keys/scopes.ts'

type Subject = OperatorAnswers['audit']['list']['results'][number]['subjects'][number]

function pathOf({ kind, id, detail, name }: Subject): string | undefined {
  const scope = kind === 'key' && scopeOf(detail)
  if (scope) return pathOfKey({ scope, key: name })
  return {
    person: `/people/${id}`,
    position: `/positions/${id}`,
    unit: `/coverage/${id}`,
    user: `/users/${id}`,
    rule: '/rules',
    tag: undefined,
    key: undefined,
  }[kind]
}

/** The subject's name, and what tells it apart. After its user, a throttle key is named by its scope alone. */
function wordsOf({ kind, name, detail }: Subject, before: Subject | undefined) {
  const scope = kind === 'key' && scopeOf(detail)
  if (!scope) return { name, detail }
  return before?.kind === 'user'
    ? { name: say('Throttle: {scope}', { scope: say(scopeWords[scope].name) }), detail: '' }
    : { name, detail: say(scopeWords[scope].name) }
}

/** The subjects of an entry, each a link to its page where it has one. */
export const Subjects = ({ of }: { of: readonly Subject[] }) => (
  <Stack gap={0}>
    {of.map((subject, place) => {
      const to = pathOf(subject)
      const { name, detail } = wordsOf(subject, of[place - 1])
      return (
        <Group key={`${subject.id} ${place.toString()}`} gap={6}>
          {to ? <PageLink to={to}>{name}</PageLink> : <span>{name}</span>}
          <Text span size="xs" c="dimmed">
            {detail}
          </Text>
        </Group>
      )
    })}
  </Stack>
)

/** The subjects in plain text. */
export const subjectsText = (of: readonly Subject[]) =>
  of.map(({ name, detail }) => (detail ? `${name} (${detail})` : name)).join('; ')
