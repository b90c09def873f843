import {
  Alert,
  AppShell,
  Burger,
  Button,
  Group,
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
import { useViewer } from './viewer.tsx'

const pages = [
  ['/throttles', 'Throttles'],
  ['/coverage', 'Coverage'],
  ['/people', 'People'],
  ['/users', 'Users'],
  ['/rules', 'Rules'],
  ['/audit', 'Audit'],
  ['/system', 'System'],
] as const

/** What does not answer, as far as can be told from here. */
export type Away = 'database' | 'listener' | undefined

/** What surrounds every page: where one can go, who one is, and what is out of order. */
export function Shell({ away, children }: { away: Away; children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const seen = useRef(pathname)
  useEffect(() => {
    // Whoever hears the page is taken to the new one; at first the focus stays where the browser puts it.
    if (seen.current !== pathname) main.current?.focus()
    seen.current = pathname
    close()
  }, [pathname, close])
  const here = pathname.startsWith('/positions') ? '/coverage' : pathname
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
      transitionDuration={0}
    >
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
              aria-expanded={isOpen}
            />
            <Text fw={700} truncate>
              Workforce Coverage
            </Text>
            <Text c="dimmed" visibleFrom="md">
              Operators
            </Text>
          </Group>
          <SignOutButton />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages" className={isOpen ? undefined : 'closed-menu'}>
        {pages.map(([path, name]) => {
          const isHere = here === path || here.startsWith(`${path}/`)
          return (
            <NavLink
              key={path}
              component={Link}
              to={path}
              label={name}
              active={isHere}
              aria-current={isHere ? 'page' : undefined}
              onClick={close}
            />
          )
        })}
        <Stack gap="xs" mt="auto">
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
  const { readOnly } = useViewer()
  if (away === 'listener')
    return (
      <Alert color="red" role="alert" title="The service does not answer">
        What is shown may be out of date. The console goes on by itself when the service is back.
      </Alert>
    )
  if (away)
    return (
      <Alert color="red" role="alert" title="PostgreSQL does not answer">
        Throttles and System can still be viewed, by whoever was active in the last minutes. Nothing can be
        changed. The console goes on by itself when the database is back.
      </Alert>
    )
  if (readOnly)
    return (
      <Alert color="gray" title="Read only">
        {readOnly}
      </Alert>
    )
  return null
}

function SignedInAs() {
  const { who } = useViewer()
  if (!who) return null
  return (
    <Stack gap={0} px="xs">
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {`${who.given_name} ${who.family_name}`.trim() || who.email}
      </Text>
      <Text size="sm" c="dimmed">
        {who.role}
        {who.is_superuser && ', superuser'}
      </Text>
    </Stack>
  )
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <Button variant="default" size="xs" onClick={() => setColorScheme(other)}>
      {other === 'dark' ? 'Dark colours' : 'Light colours'}
    </Button>
  )
}

function SignOutButton() {
  const queries = useQueryClient()
  return (
    <Button
      variant="default"
      size="xs"
      onClick={() =>
        signOut()
          .catch(() => {})
          .finally(() => queries.resetQueries())
      }
    >
      Sign out
    </Button>
  )
}
