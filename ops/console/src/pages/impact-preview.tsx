import { Card, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { inferRouterInputs } from '@trpc/server'
import type { ConsoleRouter } from '../../../../routers/operator/router.ts'
import { Refusal } from '../action-dialog.tsx'
import { api, type OperatorAnswers } from '../api.ts'
import { Note, PageLink } from '../parts.tsx'

type Change = inferRouterInputs<ConsoleRouter>['operator']['rules']['preview']
const shown = 5

/** What the changed rule would find in the current assignments, before anything is saved. */
export function ImpactPreview({ change }: { change: Change }) {
  const [settled] = useDebouncedValue(change, 250)
  const preview = useQuery({
    queryKey: ['rules', 'preview', settled],
    queryFn: ({ signal }) => api.operator.rules.preview.query(settled, { signal }),
    placeholderData: keepPreviousData,
  })
  if (preview.error) return <Refusal title="No preview for this value" error={preview.error} />
  return (
    <Card withBorder aria-live="polite" aria-busy={preview.isFetching}>
      <Text fw={600} size="sm">
        Effect on current assignments
      </Text>
      {preview.data ? <Impact {...preview.data} /> : <Text size="sm">Checking the assignments…</Text>}
    </Card>
  )
}

function Impact({ current, proposed }: OperatorAnswers['rules']['preview']) {
  const { employees, employee_count } = proposed
  return (
    <>
      <Note>Now: {current.sentence}</Note>
      <Text data-testid="proposed">After the change: {proposed.sentence}</Text>
      {employees.length > 0 && (
        <List size="sm" mt="xs">
          {employees.slice(0, shown).map(({ id, name, message }) => (
            <List.Item key={id}>
              <PageLink to={`/people/${id}`} size="sm">
                {name}
              </PageLink>
              : {message}
            </List.Item>
          ))}
        </List>
      )}
      {employee_count > shown && <Note>and {employee_count - Math.min(shown, employees.length)} more</Note>}
    </>
  )
}
