import { SimpleGrid, Stack } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { say } from '../../language/text.ts'
import { api } from '../../live/api.ts'
import { lazily } from '../../live/lazy-page.tsx'
import { Loaded, Loading } from '../../live/live.tsx'
import { useMay, useMayOversee, useViewer } from '../../live/viewer.tsx'
import { Page } from '../../parts/parts.tsx'
import { Attention, useAlarms } from './attention.tsx'
import { HoursShort, Refused, Stores } from './numbers.tsx'
import { FullKeys, Leavers, Reuse } from './service.tsx'
import { Ending, Proposals, WorstUnits } from './staffing.tsx'

const WardHome = lazily(() => import('./ward-home.tsx'), 'WardHome')

/** The first page: of the service for operators, of their units for those who run wards, and of one's own for others. */
export function OverviewPage() {
  const isOperator = useViewer().who?.may.act_as_admin ?? true
  if (!useMayOversee()) return <OwnPage />
  return isOperator ? <Overview /> : <WardHome />
}

function Overview() {
  const isAdmin = useMay('act_as_admin')
  const alarms = useAlarms()
  // The answers have no fixed height, so one that is shown before the others would be moved by them. If a store is slow,
  // what is known already is shown all the same.
  const [isPatient, setPatient] = useState(true)
  useTimeout(() => setPatient(false), 1000, { autoInvoke: true })
  if (alarms.isLoading && isPatient)
    return (
      <Page title={say('Overview')}>
        <Loading rows={20} />
      </Page>
    )
  return (
    <Page title={say('Overview')}>
      <Attention of={alarms} />
      <SimpleGrid cols={{ base: 2, lg: 4 }}>
        <HoursShort />
        <Refused label="Requests refused in the last hour" of="requests" color="var(--console-blocked)" />
        <Refused label="Failed logins in the last hour" of="logins" color="var(--console-near)" />
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
