import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { say } from '../../language/text.ts'
import { api } from '../../live/api.ts'
import { Loaded } from '../../live/live.tsx'
import { useMay, useMayOversee } from '../../live/viewer.tsx'
import { Page } from '../../parts/parts.tsx'
import { Attention } from './attention.tsx'
import { FailedLoginsTile, HoursShort, RefusedRequests, Stores } from './numbers.tsx'
import { FullKeys, Leavers, Reuse } from './service.tsx'
import { Ending, Proposals, WorstUnits } from './staffing.tsx'

/** What needs an operator now, and what comes next. */
export const OverviewPage = () => (useMayOversee() ? <Overview /> : <OwnPage />)

function Overview() {
  const isAdmin = useMay('act_as_admin')
  return (
    <Page title={say('Overview')}>
      <Attention />
      <SimpleGrid cols={{ base: 2, lg: 4 }}>
        <HoursShort />
        <RefusedRequests />
        <FailedLoginsTile />
        <Stores />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <WorstUnits />
          <Ending kind="contracts" />
          <Ending kind="certificates" />
        </Stack>
        <Stack>
          <Proposals />
          <FullKeys />
          <Leavers />
          {isAdmin && <Reuse />}
        </Stack>
      </SimpleGrid>
    </Page>
  )
}

/** Redirects users who see only themselves to their own page, or to the list if they have no record or several. */
function OwnPage() {
  const query = useQuery({
    queryKey: ['own'],
    queryFn: () => api.operator.people.find.query({ search: '' }),
  })
  return (
    <Loaded query={query}>
      {({ results: [own, another] }) => (
        <Navigate to={own && !another ? `/people/${own.id}` : '/people'} replace />
      )}
    </Loaded>
  )
}
