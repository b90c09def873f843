import { Card, List, Text } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { inferRouterInputs } from '@trpc/server'
import type { ConsoleRouter } from '../../../../../../routers/console/router.ts'
import { Refusal } from '../../../dialog/action-dialog.tsx'
import { Said } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { api, type OperatorAnswers } from '../../../live/api.ts'
import { Note, PageLink } from '../../../parts/parts.tsx'
import { ShowMore } from '../../../parts/show-more.tsx'
import { type Impact, impactText } from './rule-words.ts'

type RulePreviewInput = inferRouterInputs<ConsoleRouter>['operator']['rules']['preview']
const shown = 5

/** What the changed rule would find in the current assignments, before anything is saved. */
export function ImpactPreview({ change }: { change: RulePreviewInput }) {
  const [settled] = useDebouncedValue(change, 250)
  const preview = useQuery({
    queryKey: ['rules', 'preview', settled],
    queryFn: ({ signal }) => api.operator.rules.preview.query(settled, { signal }),
    placeholderData: keepPreviousData,
  })
  if (preview.error) return <Refusal title={say('No preview for this value')} error={preview.error} />
  return (
    <Card withBorder aria-live="polite" aria-busy={preview.isFetching}>
      <Text fw={600} size="sm">
        {say('Effect on current assignments')}
      </Text>
      {preview.data ? (
        <Effect code={change.code} {...preview.data} />
      ) : (
        <Text size="sm">{say('Checking the assignments…')}</Text>
      )}
    </Card>
  )
}

type EffectProps = OperatorAnswers['rules']['preview'] & Pick<RulePreviewInput, 'code'>

const Effect = ({ code, current, proposed }: EffectProps) => (
  <>
    <Note>{say('Now: {impact}', { impact: impactText(code, current) })}</Note>
    <Text>{say('After the change: {impact}', { impact: impactText(code, proposed) })}</Text>
    <Affected impact={proposed} />
  </>
)

/** The first people who are affected; their pages open beside the dialog, which would otherwise be lost. */
function Affected({ impact: { employees, employee_count } }: { impact: Impact }) {
  const [areAllShown, { open }] = useDisclosure()
  const listed = areAllShown ? employees : employees.slice(0, shown)
  const others = employee_count - listed.length
  return (
    <>
      <List size="sm" mt="xs">
        {listed.map(({ id, name, message }) => (
          <List.Item key={id}>
            <PageLink to={`/people/${id}`} size="sm" target="_blank">
              {name}
            </PageLink>
            : <Said>{message}</Said>
          </List.Item>
        ))}
      </List>
      {listed.length < employees.length ? (
        <ShowMore size="xs" mt="xs" onClick={open}>
          {say('Show {count, plural, one {# more} other {# more}}', {
            count: employees.length - listed.length,
          })}
        </ShowMore>
      ) : (
        others > 0 && (
          <Note>{say('and {count, plural, one {# more} other {# more}}', { count: others })}</Note>
        )
      )}
    </>
  )
}
