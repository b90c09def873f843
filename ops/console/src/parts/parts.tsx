import {
  Anchor,
  type AnchorProps,
  Card,
  Code,
  CopyButton,
  Group,
  type MantineSpacing,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { say } from '../language/text.ts'
import { exactMomentOf, fromNow, momentOf, number, words } from '../language/wording.ts'
import styles from './parts.module.css'

export type PageProps = { title: string; path?: ReactNode; right?: ReactNode; children?: ReactNode }

/** A page below its heading, which is also the title of the tab. */
export function Page({ title, path, right, children }: PageProps) {
  useDocumentTitle(`${title} · ${say('Workforce Coverage')}`)
  return (
    <Stack>
      {path}
      <Group justify="space-between" align="center">
        <Title order={1}>{title}</Title>
        {right}
      </Group>
      {children}
    </Stack>
  )
}

type PanelProps = {
  title: string
  right?: ReactNode
  /** The space between the parts of the panel; without it, they are not spaced. */
  gap?: MantineSpacing
  children: ReactNode
}

export const Panel = ({ title, right, gap, children }: PanelProps) => (
  <Card withBorder component="section" aria-label={title} style={{ overflow: 'visible' }}>
    <Group justify="space-between" align="flex-start" mb="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {right}
    </Group>
    {gap ? <Stack gap={gap}>{children}</Stack> : children}
  </Card>
)

export const Note = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)

/** Facts side by side, as many as fit; those that are null or undefined are left out. */
export const Facts = ({ of }: { of: Record<string, ReactNode> }) => (
  <Group style={{ gap: '0.6rem 2rem' }} align="flex-start">
    {Object.entries(of).map(
      ([label, fact]) =>
        fact != null && (
          <div key={label}>
            <Note>{label}</Note>
            <Text component="div" className={styles.fact}>
              {typeof fact === 'number' ? number(fact) : fact}
            </Text>
          </div>
        ),
    )}
  </Group>
)

type Tone = 'good' | 'low' | 'bad' | 'none'

/** A state in words; the colour of the dot only repeats it. */
export const State = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={styles.state}>
    <span className={styles.dot} style={{ background: `var(--console-${tone})` }} aria-hidden="true" />
    {children}
  </span>
)

const tones = {
  ACTIVE: 'good',
  ONBOARDING: 'none',
  PROPOSAL_PENDING: 'low',
  ON_LEAVE: 'low',
  DEACTIVATED: 'bad',
  TERMINATED: 'none',
  SUSPENDED: 'low',
  ENDED: 'none',
  EXPIRED: 'none',
  REVOKED: 'bad',
  VACANT: 'bad',
  PARTIAL: 'low',
  COVERED: 'good',
  OVER_COVERED: 'none',
  BLOCKING: 'bad',
  WARNING: 'low',
  INFO: 'none',
} as const
export type StatusName = keyof typeof tones

/** The status of an employee, assignment, tag or position, or a rule's severity; the usual one is plain text. */
export const Status = ({ of }: { of: StatusName }) =>
  tones[of] === 'good' ? (
    <Text span size="sm" c="dimmed">
      {words(of)}
    </Text>
  ) : (
    <State tone={tones[of]}>{words(of)}</State>
  )

type MetricProps = { label: string; value: ReactNode; more?: ReactNode; tone?: Tone }

/** A page's main number, which is its largest text. */
export const Metric = ({ label, value, more, tone = 'none' }: MetricProps) => (
  <Stack gap={0}>
    <Note>{label}</Note>
    <div className={styles.metric} data-tone={tone}>
      {value}
    </div>
    {more && <Note>{more}</Note>}
  </Stack>
)

type MomentProps = {
  of: string | null
  /** The text if there is none; an en dash by default. */
  or?: string
  /** Always the date and time, never how long ago it was. */
  exact?: boolean
}

const day = 86_400_000

/** An instant: a relative time within a day, otherwise date and time. The tooltip has the exact time and the zone. */
export function Moment({ of, or = '–', exact = false }: MomentProps) {
  if (!of) return or
  const isClose = Math.abs(new Date(of).getTime() - Date.now()) < day
  return (
    <time dateTime={of} title={exactMomentOf(of)}>
      {isClose && !exact ? fromNow(of) : momentOf(of)}
    </time>
  )
}

type LinesProps = { main: ReactNode; more: ReactNode; to?: string }

/** The subject of a row, perhaps as a link, with more about it on the same line if it fits. */
export const Lines = ({ main, more, to }: LinesProps) => (
  <span className={styles.lines}>
    <span>{to ? <PageLink to={to}>{main}</PageLink> : main}</span>
    <span className={styles.more}>{more}</span>
  </span>
)

/** A link to another page of the console. */
export const PageLink = (props: AnchorProps & { to: string; target?: '_blank'; children: ReactNode }) => (
  <Anchor component={Link} inherit={!props.size} {...props} />
)

/** The page for an unknown address. */
export const NoPage = () => (
  <Page title={say('Page not found')}>
    <Text>{say('The address may be incomplete, or the page may have moved.')}</Text>
    <PageLink to="/">{say('Go to the first page')}</PageLink>
  </Page>
)

/** An id, with a button that copies it. */
export const CopyId = ({ id }: { id: string }) => (
  <Group gap={6} wrap="nowrap" display="inline-flex">
    <Code style={{ overflowWrap: 'anywhere' }}>{id}</Code>
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <UnstyledButton className="copy" onClick={copy} aria-label={say('Copy {id}', { id })}>
          {copied ? say('Copied') : say('Copy')}
        </UnstyledButton>
      )}
    </CopyButton>
  </Group>
)
