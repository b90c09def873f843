import { Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Route, Routes } from 'react-router'
import type { CoverageError } from '../../../client/src/error.ts'
import { api, type OperatorAnswers, signOut } from './api.ts'
import { Button } from './button.tsx'
import { text as say, useText } from './language/text.ts'
import { lazily } from './lazy-page.tsx'
import { OverviewPage } from './overview/overview-page.tsx'
import { AccountPage } from './pages/account.tsx'
import { AuditPage } from './pages/audit.tsx'
import { CoveragePage } from './pages/coverage.tsx'
import { PeoplePage } from './pages/people.tsx'
import { PersonPage } from './pages/person.tsx'
import { PositionPage } from './pages/position.tsx'
import { RulesPage } from './pages/rules.tsx'
import { SystemPage } from './pages/system.tsx'
import { ThrottlesPage } from './pages/throttles.tsx'
import { UnitPage } from './pages/unit.tsx'
import { UserPage } from './pages/user.tsx'
import { UsersPage } from './pages/users.tsx'
import { Page, PageLink } from './parts.tsx'
import { type Away, Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'
import { ViewerContext } from './viewer.tsx'

const ForecastPage = lazily(() => import('./planning/forecast-page.tsx').then((page) => page.ForecastPage))
const PlannerPage = lazily(() => import('./planning/planner-page.tsx').then((page) => page.PlannerPage))
const SandboxPage = lazily(() => import('./planning/sandbox-page.tsx').then((page) => page.SandboxPage))

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
  if (error?.status === 401) return <SignIn onDone={() => queries.resetQueries()} />
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
    <Route path="/positions/:id" element={<PositionPage />} />
    <Route path="/planner" element={<PlannerPage />} />
    <Route path="/forecast" element={<ForecastPage />} />
    <Route path="/sandbox" element={<SandboxPage />} />
    <Route path="/people" element={<PeoplePage />} />
    <Route path="/people/:id" element={<PersonPage />} />
    <Route path="/users" element={<UsersPage />} />
    <Route path="/users/:id" element={<UserPage />} />
    <Route path="/rules" element={<RulesPage />} />
    <Route path="/audit" element={<AuditPage />} />
    <Route path="/system" element={<SystemPage />} />
    <Route path="*" element={<NoPage />} />
  </Routes>
)

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

function NoPage() {
  const t = useText()
  return (
    <Page title={t('Page not found')}>
      <Text>{t('The address may be incomplete, or the page may have moved.')}</Text>
      <PageLink to="/">{t('Go to the first page')}</PageLink>
    </Page>
  )
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
