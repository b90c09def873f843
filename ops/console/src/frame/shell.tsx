import { Alert, Anchor, AppShell, Box, Burger, Group, NavLink, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import icon from '../../icon.svg'
import { Dialogs } from '../dialog/dialogs.tsx'
import { type Message, say } from '../language/text.ts'
import { conditionOf, type Readiness, sinceOf, troubleOf, useStores } from '../live/readiness.ts'
import { useViewer } from '../live/viewer.tsx'
import { useIsOperator, useMenu } from '../menu/menu.ts'
import { State } from '../parts/parts.tsx'
import { AskButton } from './ask-button.tsx'
import { Keys } from './keys.tsx'
import styles from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

/** What is not responding, as seen from the browser. */
export type Away = 'database' | 'service' | undefined

/** The frame of every page: the menu, who is signed in, and what is not working. */
export function Shell({ away, children }: { away: Away; children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const seen = useRef(pathname)
  useEffect(() => {
    // Moving the focus takes screen readers to the new page. On the first page the browser does that.
    if (seen.current !== pathname) main.current?.focus()
    seen.current = pathname
    close()
  }, [pathname, close])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
      transitionDuration={0}
    >
      <a className="skip-link" href="#main">
        {say('Skip to content')}
      </a>
      <AppShell.Header>
        <Header isOpen={isOpen} toggle={toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={say('Pages')} className={isOpen ? undefined : 'closed-menu'}>
        <PageLinks onClick={close} />
        <Elsewhere />
        <Keys />
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1}>
        <Stack maw={1280} mx="auto">
          <Condition away={away} />
          <Dialogs>{children}</Dialogs>
        </Stack>
      </AppShell.Main>
    </AppShell>
  )
}

const Header = ({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) => (
  <Group h="100%" px="md" justify="space-between" wrap="nowrap">
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Burger
        opened={isOpen}
        onClick={toggle}
        hiddenFrom="sm"
        size="sm"
        aria-label={isOpen ? say('Close the menu') : say('Open the menu')}
        aria-expanded={isOpen}
      />
      <Link to="/" className={styles.brand}>
        <img src={icon} width={28} height={28} alt="" />
        <span>{say('Workforce Coverage')}</span>
      </Link>
    </Group>
    <Group gap="md" wrap="nowrap">
      <StoreState />
      <AskButton />
      <UserMenu />
    </Group>
  </Group>
)

/** Which store is down and since when. */
export function StoreTrouble({ stores }: { stores: Readiness }) {
  const moment = sinceOf(stores)
  return (
    <>
      {say(conditionOf(stores))}
      {moment && <span className={styles.since}> {say('(since {moment})', { moment })}</span>}
    </>
  )
}

/** The stores in words, on every page. */
function StoreState() {
  const stores = useStores()
  if (!stores) return null
  const isFine = !troubleOf(stores)
  return (
    <span role="status" className={styles.stores} data-fine={isFine || undefined}>
      <State tone={isFine ? 'good' : 'bad'}>
        <span className={styles.words}>
          <StoreTrouble stores={stores} />
        </span>
      </State>
    </span>
  )
}

function PageLinks({ onClick }: { onClick: () => void }) {
  const { pathname } = useLocation()
  return useMenu().map(({ name, pages }) => (
    <Box key={name ?? ''} role="group" aria-label={name && say(name)}>
      {name && pages.length > 0 && (
        <Text className={styles.group} aria-hidden="true">
          {say(name)}
        </Text>
      )}
      {pages.map(({ path, name, icon: Icon }) => {
        const isHere = pathname === path || pathname.startsWith(`${path}/`)
        return (
          <NavLink
            key={path}
            component={Link}
            to={path}
            label={say(name)}
            leftSection={<Icon size={18} strokeWidth={1.75} aria-hidden="true" />}
            active={isHere}
            aria-current={isHere ? 'page' : undefined}
            onClick={onClick}
          />
        )
      })}
    </Box>
  ))
}

const documents = ['/docs/site/', 'Documents'] as const
const forOperators = [
  ['/docs/', 'API reference'],
  documents,
  ['/status', 'Status page'],
  ['/metrics', 'Metrics'],
] as const

/** What else the ops port serves, and the zone of the clinic's days. */
function Elsewhere() {
  const { who } = useViewer()
  const elsewhere = useIsOperator() ? forOperators : [documents]
  return (
    <Stack gap={6} mt="auto" px="sm" pb={4}>
      {elsewhere.map(([href, name]) => (
        <Anchor key={href} href={href} size="sm" c="dimmed">
          {say(name)}
        </Anchor>
      ))}
      {who && (
        <Text size="xs" c="dimmed">
          {say('Clinic time zone: {zone}', { zone: who.time_zone })}
        </Text>
      )}
    </Stack>
  )
}

function Condition({ away }: { away: Away }) {
  const { who, readOnly } = useViewer()
  if (away === 'service')
    return (
      <Alert color="red" role="alert" title={say('Can’t reach the service')}>
        {say('The data shown may be out of date. Reconnecting…')}
      </Alert>
    )
  if (away)
    return (
      <Alert color="red" role="alert" title={say('PostgreSQL is not responding')}>
        {say(
          'Throttles and System can still be viewed by anyone signed in recently. Nothing can be changed until PostgreSQL is back; the console recovers by itself.',
        )}
      </Alert>
    )
  if (readOnly)
    return (
      <Alert color="gray" title={say('Read only')}>
        {readOnly}
      </Alert>
    )
  const rights = who && rightsOf(who.may)
  return rights ? (
    <Alert color="gray" className="off-paper">
      {say(rights)}
    </Alert>
  ) : null
}

type Rights = NonNullable<ReturnType<typeof useViewer>['who']>['may']

/** What the viewer may do, if that is not all. */
function rightsOf(may: Rights): Message | undefined {
  if (may.act_as_admin) return undefined
  if (may.act_as_employee) return 'You see only yourself. You can go on leave, return, and answer proposals.'
  if (may.manage)
    return 'You can assign people, apply plans, and change people, tags, positions and units. What concerns the service itself, such as throttles, users and rules, is for administrators.'
  return may.manage_assignments
    ? 'You can assign people, apply plans, and change, suspend and end assignments. The rest is for viewing.'
    : 'You can view everything, but change nothing.'
}
