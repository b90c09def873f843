import { Anchor, type AnchorProps, Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'

/** The heading of a page, which is also the title of the tab. */
export function PageTitle({ children, right }: { children: string; right?: ReactNode }) {
  useEffect(() => {
    document.title = `${children} · Operators`
  }, [children])
  return (
    <Group justify="space-between" align="center">
      <Title order={1} size="h2">
        {children}
      </Title>
      {right}
    </Group>
  )
}

export function Panel({ title, right, children }: { title: string; right?: ReactNode; children: ReactNode }) {
  return (
    <Card withBorder component="section" aria-label={title} style={{ overflow: 'visible' }}>
      <Group justify="space-between" align="flex-start" mb="sm" wrap="nowrap">
        <Title order={2} size="h4">
          {title}
        </Title>
        {right}
      </Group>
      {children}
    </Card>
  )
}

/** Facts side by side, as many as fit. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Group style={{ gap: '0.6rem 2rem' }} align="flex-start">
    {children}
  </Group>
)

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text component="div" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
)

type Tone = 'good' | 'low' | 'bad' | 'none'
const colors = { good: 'green', low: 'yellow', bad: 'red', none: 'gray' } as const

/** A state in words; the colour of the dot only repeats it. */
export const State = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge variant="dot" color={colors[tone]} tt="none" fw={500} size="md">
    {children}
  </Badge>
)

export const Lines = ({ main, more }: { main: ReactNode; more: ReactNode }) => (
  <Stack gap={0}>
    <span>{main}</span>
    <Text size="sm" c="dimmed" component="span">
      {more}
    </Text>
  </Stack>
)

/** A link to another page of the console. */
export const PageLink = (props: AnchorProps & { to: string; children: ReactNode }) => (
  <Anchor component={Link} {...props} />
)
