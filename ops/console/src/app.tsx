import { Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Outlet, Route, Routes } from 'react-router'
import type { CoverageError } from '../../../client/src/contract/error.ts'
import { type Away, Shell } from './frame/shell.tsx'
import { SignIn } from './frame/sign-in.tsx'
import { say, useText } from './language/text.ts'
import { api, type OperatorAnswers, signOut } from './live/api.ts'
import { lazily } from './live/lazy-page.tsx'
import { useMayOversee, ViewerContext } from './live/viewer.tsx'
import { Button } from './parts/button.tsx'
import { NoPage, Page, PageLink } from './parts/parts.tsx'

/** A page whose code is fetched when it is first opened. */
const page = <Name extends string>(load: () => Promise<Record<NoInfer<Name>, ComponentType>>, name: Name) =>
  lazily(async () => (await load())[name])

const AccountPage = page(() => import('./pages/accounts/account-page.tsx'), 'AccountPage')
const AuditPage = page(() => import('./pages/audit/audit-page.tsx'), 'AuditPage')
const CoveragePage = page(() => import('./pages/work/coverage/coverage-page.tsx'), 'CoveragePage')
const OverviewPage = page(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage')
const PeoplePage = page(() => import('./pages/people/people-page.tsx'), 'PeoplePage')
const PersonPage = page(() => import('./pages/people/person-page.tsx'), 'PersonPage')
const PositionPage = page(() => import('./pages/work/positions/position-page.tsx'), 'PositionPage')
const PositionsPage = page(() => import('./pages/work/positions/positions-page.tsx'), 'PositionsPage')
const RulesPage = page(() => import('./pages/work/rules/rules-page.tsx'), 'RulesPage')
const SystemPage = page(() => import('./pages/system/system-page.tsx'), 'SystemPage')
const ThrottlesPage = page(() => import('./pages/throttles/throttles-page.tsx'), 'ThrottlesPage')
const UnitPage = page(() => import('./pages/work/coverage/unit-page.tsx'), 'UnitPage')
const UserPage = page(() => import('./pages/accounts/user-page.tsx'), 'UserPage')
const UsersPage = page(() => import('./pages/accounts/users-page.tsx'), 'UsersPage')
const ForecastPage = page(() => import('./pages/planning/forecast/forecast-page.tsx'), 'ForecastPage')
const PlannerPage = page(() => import('./pages/planning/planner/planner-page.tsx'), 'PlannerPage')
const ThrottleKeyPage = page(() => import('./pages/throttles/keys/key-page.tsx'), 'ThrottleKeyPage')
const SandboxPage = page(() => import('./pages/planning/sandbox/sandbox-page.tsx'), 'SandboxPage')

/** The sign-in for those who are not signed in, a refusal for those who are not staff, and the pages for the rest. */
export function App() {
  const queries = useQueryClient()
  const { data, error, isPending } = useQuery({
    queryKey: ['viewer'],
    queryFn: () => api.operator.system.viewer.query(),
    refetchInterval: ({ state }) =>
      state.status !== 'error' ? 20_000 : isRefused(state.error) ? false : 3000,
  })
  if (isPending)
    return (
      <Center mih="100dvh">
        <Loader aria-label={say('Loading')} role="status" />
      </Center>
    )
  if (error?.status === 401)
    return <SignIn hasEnded={data !== undefined} onDone={() => queries.resetQueries()} />
  if (error?.status === 403) return <NotStaff onDone={() => queries.resetQueries()} />
  const away = error ? (error.status === 503 ? 'database' : 'service') : undefined
  return (
    <ViewerContext value={{ who: data, readOnly: reasonAgainstChanges(data, away) }}>
      <Shell away={away}>{data?.must_change_password ? <AccountPage /> : <Pages />}</Shell>
    </ViewerContext>
  )
}

const Pages = () => (
  <Routes>
    <Route path="/account" element={<AccountPage />} />
    <Route path="/" element={<OverviewPage />} />
    <Route path="/throttles" element={<ThrottlesPage />} />
    <Route path="/coverage" element={<CoveragePage />} />
    <Route path="/coverage/:id" element={<UnitPage />} />
    <Route path="/positions" element={<PositionsPage />} />
    <Route path="/positions/:id" element={<PositionPage />} />
    <Route path="/people" element={<PeoplePage />} />
    <Route path="/people/:id" element={<PersonPage />} />
    <Route path="/rules" element={<RulesPage />} />
    <Route path="/audit" element={<AuditPage />} />
    <Route path="/system" element={<SystemPage />} />
    <Route element={<ForOverseers />}>
      <Route path="/throttles/:scope/:key" element={<ThrottleKeyPage />} />
      <Route path="/planner" element={<PlannerPage />} />
      <Route path="/forecast" element={<ForecastPage />} />
      <Route path="/sandbox" element={<SandboxPage />} />
      <Route path="/users" element={<UsersPage />} />
      <Route path="/users/:id" element={<UserPage />} />
    </Route>
    <Route path="*" element={<NoPage />} />
  </Routes>
)

/** Pages about everyone; those who see only themselves are told so. */
function ForOverseers() {
  const t = useText()
  if (useMayOversee()) return <Outlet />
  return (
    <Page title={t('Not shown for your role')}>
      <Text>
        {t(
          'This page is for administrators and others who may see everyone. Your role shows you only yourself.',
        )}
      </Text>
      <PageLink to="/">{t('Go to your own page')}</PageLink>
    </Page>
  )
}

/** Not signed in, or not staff: asking again will not help. */
const isRefused = (error: CoverageError | null) => error?.status === 401 || error?.status === 403

function reasonAgainstChanges(who: OperatorAnswers['system']['viewer'] | undefined, away: Away) {
  if (away === 'service') return say('Nothing can be changed until the service is back.')
  if (away) return say('Nothing can be changed until PostgreSQL is back.')
  if (who && !who.may_oversee)
    return say('Your role shows you only yourself, and only an ADMIN or a superuser can make changes.')
  if (!who?.may_change)
    return say('You can view everything, but only an ADMIN or a superuser can make changes.')
  return undefined
}

function NotStaff({ onDone }: { onDone: () => void }) {
  const t = useText()
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack maw={420}>
        <Title order={1} size="h2">
          {t('This console is for staff')}
        </Title>
        <Text>
          {t(
            'You are signed in, but your account is not marked as staff. An administrator can change that on the Users page of this console.',
          )}
        </Text>
        <Button look="primary" onClick={() => signOut().finally(onDone)}>
          {t('Sign in as someone else')}
        </Button>
      </Stack>
    </Center>
  )
}
