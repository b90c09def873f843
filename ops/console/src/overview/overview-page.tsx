import { SimpleGrid, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { api } from '../api.ts'
import { type Message, useText } from '../language/text.ts'
import { Loaded } from '../live.tsx'
import { Page, PageLink } from '../parts.tsx'
import { useMayOversee, useViewer } from '../viewer.tsx'
import { Attention } from './attention.tsx'
import { FailedLogins, HoursShort, RefusedRequests, Stores } from './numbers.tsx'
import { FullKeys, Leavers, Reuse } from './service.tsx'
import { Ending, Proposals, WorstUnits } from './staffing.tsx'

/** What needs an operator now, and what comes next. */
export const OverviewPage = () => (useMayOversee() ? <Overview /> : <OwnPage />)

function Overview() {
  const t = useText()
  const mayChange = useViewer().who?.may_change ?? false
  return (
    <Page title={t('Overview')}>
      <Attention />
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <HoursShort />
        <RefusedRequests />
        <FailedLogins />
        <Stores />
      </SimpleGrid>
      <Part title="Staffing">
        <WorstUnits />
        <Proposals />
        <Ending kind="contracts" />
        <Ending kind="certificates" />
      </Part>
      <Part title="Access">
        <FullKeys />
        <Leavers />
        {mayChange && <Reuse />}
      </Part>
      <PageLink to="/planner">{t('See how many of the hours short could be covered')}</PageLink>
    </Page>
  )
}

const Part = ({ title, children }: { title: Message; children: ReactNode }) => (
  <Stack component="section" gap="sm">
    <Title order={2} size="h3">
      {useText()(title)}
    </Title>
    <SimpleGrid cols={{ base: 1, md: 2 }}>{children}</SimpleGrid>
  </Stack>
)

/** For those who see only themselves: their own page, or the list if they have no record or several. */
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
