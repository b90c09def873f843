import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, Route, Routes } from 'react-router'
import { CoverageError } from '../../../client/src/error.ts'
import { api, type OperatorAnswers, signOut } from './api.ts'
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
import { type Away, Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'
import { ViewerContext } from './viewer.tsx'

/** Signs in whoever is not, turns away who is not staff, and shows the rest their pages. */
export function App() {
  const queries = useQueryClient()
  const { data, error, isPending } = useQuery({
    queryKey: ['viewer'],
    queryFn: () => api.operator.system.viewer.query(),
    refetchInterval: ({ state }) =>
      state.status !== 'error' ? 20_000 : isRefused(state.error) ? false : 3000,
  })
  const status = error instanceof CoverageError ? error.status : undefined
  if (isPending)
    return (
      <Center mih="100dvh">
        <Loader aria-label="Loading" role="status" />
      </Center>
    )
  if (status === 401) return <SignIn onDone={() => queries.resetQueries()} />
  if (status === 403) return <NotStaff onDone={() => queries.resetQueries()} />
  const away = error ? (status === 503 ? 'database' : 'listener') : undefined
  return (
    <ViewerContext value={{ who: data, readOnly: reasonAgainstChanges(data, away) }}>
      <Shell away={away}>
        <Routes>
          <Route path="/" element={<Navigate to="/throttles" replace />} />
          <Route path="/throttles" element={<ThrottlesPage />} />
          <Route path="/coverage" element={<CoveragePage />} />
          <Route path="/coverage/:id" element={<UnitPage />} />
          <Route path="/positions/:id" element={<PositionPage />} />
          <Route path="/people" element={<PeoplePage />} />
          <Route path="/people/:id" element={<PersonPage />} />
          <Route path="/users" element={<UsersPage />} />
          <Route path="/users/:id" element={<UserPage />} />
          <Route path="/rules" element={<RulesPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="/system" element={<SystemPage />} />
          <Route path="*" element={<Text>There is no such page.</Text>} />
        </Routes>
      </Shell>
    </ViewerContext>
  )
}

/** Not signed in, or not staff: asking again will not change it. */
const isRefused = (error: Error | null) =>
  error instanceof CoverageError && (error.status === 401 || error.status === 403)

function reasonAgainstChanges(who: OperatorAnswers['system']['viewer'] | undefined, away: Away) {
  if (away === 'listener') return 'Nothing can be changed until the service answers again.'
  if (away) return 'Nothing can be changed until PostgreSQL is back.'
  if (!who?.may_change) return 'You may look at everything; changes need the role ADMIN or a superuser.'
  return undefined
}

function NotStaff({ onDone }: { onDone: () => void }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack maw={420}>
        <Title order={1} size="h2">
          This console is for staff
        </Title>
        <Text>
          You are signed in, but your user does not have the staff flag. An administrator can set it under
          Users, in this console.
        </Text>
        <Button onClick={() => signOut().finally(onDone)}>Sign in as somebody else</Button>
      </Stack>
    </Center>
  )
}
