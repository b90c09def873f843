import { Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType, FunctionComponent } from 'react'
import { Outlet, useRoutes } from 'react-router'
import type { CoverageError } from '../../../client/src/contract/error.ts'
import { type Away, Shell } from './frame/shell.tsx'
import { SignIn } from './frame/sign-in.tsx'
import { say } from './language/text.ts'
import { api } from './live/api.ts'
import { lazily } from './live/lazy-page.tsx'
import { useSignOut } from './live/provider.tsx'
import { conditionOf, useIsAskingStores, useStores } from './live/readiness.ts'
import { useMayOversee, ViewerContext } from './live/viewer.tsx'
import { Button } from './parts/button.tsx'
import { NoPage, Page, PageLink } from './parts/parts.tsx'

const AccountPage = lazily(() => import('./pages/accounts/account-page.tsx'), 'AccountPage')

/** A page whose code is fetched when it is first opened. */
const page = <Name extends string, File extends Record<Name, FunctionComponent>>(
  path: string,
  load: () => Promise<File>,
  name: Name,
) => ({ path, Component: lazily(load, name) as ComponentType })

const pages = [
  { path: '/account', Component: AccountPage },
  page('/', () => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  page('/throttles', () => import('./pages/throttles/throttles-page.tsx'), 'ThrottlesPage'),
  page('/coverage', () => import('./pages/work/coverage/coverage-page.tsx'), 'CoveragePage'),
  page('/coverage/:id', () => import('./pages/work/coverage/unit-page.tsx'), 'UnitPage'),
  page('/positions', () => import('./pages/work/positions/positions-page.tsx'), 'PositionsPage'),
  page('/positions/:id', () => import('./pages/work/positions/position-page.tsx'), 'PositionPage'),
  page('/people', () => import('./pages/people/people-page.tsx'), 'PeoplePage'),
  page('/people/:id', () => import('./pages/people/person-page.tsx'), 'PersonPage'),
  page('/rules', () => import('./pages/work/rules/rules-page.tsx'), 'RulesPage'),
  page('/audit', () => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
  page('/system', () => import('./pages/system/system-page.tsx'), 'SystemPage'),
  {
    Component: ForOverseers,
    children: [
      page('/throttles/:scope/:key', () => import('./pages/throttles/keys/key-page.tsx'), 'ThrottleKeyPage'),
      page('/planner', () => import('./pages/planning/planner/planner-page.tsx'), 'PlannerPage'),
      page('/drafts', () => import('./pages/planning/drafts/drafts-page.tsx'), 'DraftsPage'),
      page('/drafts/:id', () => import('./pages/planning/drafts/draft-page.tsx'), 'DraftPage'),
      page('/forecast', () => import('./pages/planning/forecast/forecast-page.tsx'), 'ForecastPage'),
      page('/board', () => import('./pages/board/board-page.tsx'), 'BoardPage'),
      page('/renewals', () => import('./pages/planning/qualifications/renewals-page.tsx'), 'RenewalsPage'),
      page('/training', () => import('./pages/planning/qualifications/training-page.tsx'), 'TrainingPage'),
      page(
        '/single-points',
        () => import('./pages/planning/qualifications/single-points-page.tsx'),
        'SinglePointsPage',
      ),
      page('/sandbox', () => import('./pages/planning/sandbox/sandbox-page.tsx'), 'SandboxPage'),
      page(
        '/establishment',
        () => import('./pages/work/establishment/establishment-page.tsx'),
        'EstablishmentPage',
      ),
      page('/master/:part?/:id?', () => import('./pages/master/master-page.tsx'), 'MasterPage'),
      page('/users', () => import('./pages/accounts/users-page.tsx'), 'UsersPage'),
      page('/machines', () => import('./pages/accounts/machines-page.tsx'), 'MachinesPage'),
      page('/webhooks', () => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
      page('/webhooks/:id', () => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
      page('/users/:id', () => import('./pages/accounts/user-page.tsx'), 'UserPage'),
    ],
  },
  { path: '*', Component: NoPage },
]

const Pages = () => useRoutes(pages)

/** Shows the sign-in to users who are not signed in, a refusal to those who are not staff, and the pages to staff. */
export function App() {
  const queries = useQueryClient()
  const stores = useStores()
  const { data, error, isPending } = useQuery({
    queryKey: ['viewer'],
    queryFn: () => api.operator.system.viewer.query(),
    refetchInterval: ({ state }) =>
      state.status !== 'error' ? 20_000 : isRefused(state.error) ? false : 3000,
  })
  const isAsking = useIsAskingStores()
  if (isPending || isAsking)
    return (
      <Center mih="100dvh">
        <Loader aria-label={say('Loading')} role="status" />
      </Center>
    )
  if (error?.status === 401)
    return <SignIn hasEnded={data !== undefined} onDone={() => queries.resetQueries()} />
  if (error?.status === 403) return <NotStaff />
  const isRefusing = conditionOf(stores ?? {}) === 'PostgreSQL refuses changes'
  const away = error ? (error.status === 503 ? 'database' : 'service') : undefined
  return (
    <ViewerContext value={{ who: data, readOnly: reasonAgainstChanges(away, isRefusing) }}>
      <Shell away={away}>{data?.must_change_password ? <AccountPage /> : <Pages />}</Shell>
    </ViewerContext>
  )
}

/** Pages about everyone. Users who may see only themselves get a message instead. */
function ForOverseers() {
  if (useMayOversee()) return <Outlet />
  return (
    <Page title={say('Not shown for your role')}>
      <Text>
        {say(
          'This page is for administrators and others who may see everyone. Your role shows you only yourself.',
        )}
      </Text>
      <PageLink to="/">{say('Go to your own page')}</PageLink>
    </Page>
  )
}

/** Whether the user is not signed in or not staff, so that retrying does not help. */
const isRefused = (error: CoverageError | null) => error?.status === 401 || error?.status === 403

function reasonAgainstChanges(away: Away, isRefusing: boolean) {
  if (away === 'service') return say('Nothing can be changed until the service is back.')
  if (away) return say('Nothing can be changed until PostgreSQL is back.')
  return isRefusing ? say('Nothing can be changed until PostgreSQL accepts changes again.') : undefined
}

const NotStaff = () => (
  <Center component="main" mih="100dvh" p="md">
    <Stack maw={420}>
      <Title order={1} size="h2">
        {say('This console is for staff')}
      </Title>
      <Text>
        {say(
          'You are signed in, but your account is not marked as staff. An administrator can change that on the Users page of this console.',
        )}
      </Text>
      <Button look="primary" onClick={useSignOut()}>
        {say('Sign in as someone else')}
      </Button>
    </Stack>
  </Center>
)
