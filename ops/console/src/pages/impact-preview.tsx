import { Anchor, Card, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { inferRouterInputs } from '@trpc/server'
import { Link } from 'react-router'
import type { ConsoleRouter } from '../../../../routers/operator/router.ts'
import { Refusal } from '../action-dialog.tsx'
import { api } from '../api.ts'

type Change = inferRouterInputs<ConsoleRouter>['operator']['rules']['preview']
const shown = 5

/** What a change of a rule would find in the assignments as they are, before anything is saved. */
export function ImpactPreview({ change }: { change: Change }) {
  const [settled] = useDebouncedValue(change, 250)
  const preview = useQuery({
    queryKey: ['rules', 'preview', settled],
    queryFn: ({ signal }) => api.operator.rules.preview.query(settled, { signal }),
    placeholderData: keepPreviousData,
  })
  if (preview.error) return <Refusal error={preview.error} />
  return (
    <Card withBorder aria-live="polite" aria-busy={preview.isFetching}>
      <Text fw={600} size="sm">
        Before you save
      </Text>
      {preview.data ? <Impact {...preview.data} /> : <Text size="sm">Looking at the assignments …</Text>}
    </Card>
  )
}

type Answer = Awaited<ReturnType<typeof api.operator.rules.preview.query>>

function Impact({ current, proposed }: Answer) {
  const { employees, employee_count } = proposed
  return (
    <>
      <Text size="sm" c="dimmed">
        Now: {current.sentence}
      </Text>
      <Text data-testid="proposed">Then: {proposed.sentence}</Text>
      {employees.length > 0 && (
        <List size="sm" mt="xs">
          {employees.slice(0, shown).map(({ id, name, message }) => (
            <List.Item key={id}>
              <Anchor component={Link} to={`/people/${id}`} size="sm">
                {name}
              </Anchor>
              : {message}
            </List.Item>
          ))}
        </List>
      )}
      {employee_count > shown && (
        <Text size="sm" c="dimmed">
          and {employee_count - Math.min(shown, employees.length)} more
        </Text>
      )}
    </>
  )
}
