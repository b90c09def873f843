import {
  Alert,
  AppShell,
  Burger,
  Group,
  NativeSelect,
  NavLink,
  Stack,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { signOut } from './api.ts'
import { Button } from './button.tsx'
import { type Language, languages } from './language/language.ts'
import { useLanguage } from './language/speaking.tsx'
import { type Message, useText } from './language/text.ts'
import { PageLink } from './parts.tsx'
import { useMayOversee, useViewer } from './viewer.tsx'
import { sentence } from './wording.ts'

const pages = [
  ['/', 'Overview'],
  ['/throttles', 'Throttles'],
  ['/coverage', 'Coverage'],
  ['/planner', 'Planner'],
  ['/forecast', 'Forecast'],
  ['/sandbox', 'Sandbox'],
  ['/people', 'People'],
  ['/users', 'Users'],
  ['/rules', 'Rules'],
  ['/audit', 'Audit'],
  ['/system', 'System'],
] as const satisfies [string, Message][]

/** The pages that show everyone. */
const overseers: readonly string[] = ['/', '/planner', '/forecast', '/sandbox', '/users']

/** What is not responding, as far as the browser can tell. */
export type Away = 'database' | 'service' | undefined

/** The frame of every page: the menu, who is signed in, and what is not working. */
export function Shell({ away, children }: { away: Away; children: ReactNode }) {
  const t = useText()
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const seen = useRef(pathname)
  useEffect(() => {
    // Takes screen readers to the new page; the first page leaves the focus where the browser puts it.
    if (seen.current !== pathname) main.current?.focus()
    seen.current = pathname
    close()
  }, [pathname, close])
  const isLocked = useViewer().who?.must_change_password
  const mayOversee = useMayOversee()
  const shown = isLocked ? [] : pages.filter(([path]) => mayOversee || !overseers.includes(path))
  const here = pathname.startsWith('/positions') ? '/coverage' : pathname
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
      transitionDuration={0}
    >
      <a className="skip-link" href="#main">
        {t('Skip to content')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? t('Close the menu') : t('Open the menu')}
              aria-expanded={isOpen}
            />
            <Text fw={700} truncate>
              {t('Workforce Coverage')}
            </Text>
            <Text c="dimmed" visibleFrom="md">
              {t('Operators')}
            </Text>
          </Group>
          <SignOutButton />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('Pages')} className={isOpen ? undefined : 'closed-menu'}>
        {shown.map(([path, name]) => {
          const isHere = here === path || here.startsWith(`${path}/`)
          return (
            <NavLink
              key={path}
              component={Link}
              to={path}
              label={t(name)}
              active={isHere}
              aria-current={isHere ? 'page' : undefined}
              onClick={close}
            />
          )
        })}
        <Stack gap="xs" mt="auto">
          <LanguageSelect />
          <SchemeButton />
          <SignedInAs />
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1}>
        <Stack maw={1280} mx="auto">
          <Condition away={away} />
          {children}
        </Stack>
      </AppShell.Main>
    </AppShell>
  )
}

function Condition({ away }: { away: Away }) {
  const t = useText()
  const { readOnly } = useViewer()
  if (away === 'service')
    return (
      <Alert color="red" role="alert" title={t('Can’t reach the service')}>
        {t('The data shown may be out of date. Reconnecting…')}
      </Alert>
    )
  if (away)
    return (
      <Alert color="red" role="alert" title={t('PostgreSQL is not responding')}>
        {t(
          'Throttles and System can still be viewed by anyone signed in recently. Nothing can be changed until PostgreSQL is back; the console recovers by itself.',
        )}
      </Alert>
    )
  if (readOnly)
    return (
      <Alert color="gray" title={t('Read only')}>
        {readOnly}
      </Alert>
    )
  return null
}

function SignedInAs() {
  const t = useText()
  const { who } = useViewer()
  if (!who) return null
  return (
    <Stack gap={0} px="xs">
      <PageLink to="/account" size="sm">
        {t('Your account')}
      </PageLink>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {`${who.given_name} ${who.family_name}`.trim() || who.email}
      </Text>
      <Text size="sm" c="dimmed">
        {sentence(who.role)}
        {who.is_superuser && `, ${t('superuser')}`}
      </Text>
    </Stack>
  )
}

function LanguageSelect() {
  const t = useText()
  const { language, choose } = useLanguage()
  return (
    <NativeSelect
      size="xs"
      aria-label={t('Language')}
      value={language}
      onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
    />
  )
}

function SchemeButton() {
  const t = useText()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <Button size="xs" onClick={() => setColorScheme(other)}>
      {other === 'dark' ? t('Dark mode') : t('Light mode')}
    </Button>
  )
}

function SignOutButton() {
  const t = useText()
  const queries = useQueryClient()
  return (
    <Button
      size="xs"
      onClick={() =>
        signOut()
          .catch(() => {})
          .finally(() => queries.resetQueries())
      }
    >
      {t('Sign out')}
    </Button>
  )
}
