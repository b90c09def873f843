import { Alert, Grid, Group, Stack, TextInput, Title } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { ActionButton, inRow } from '../../../dialog/action-dialog.tsx'
import { Said } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { momentOf } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { Live, Loaded } from '../../../live/live.tsx'
import { useViewer } from '../../../live/viewer.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Note, PageLink, Panel } from '../../../parts/parts.tsx'
import { Choose } from '../../../table/paged-list.tsx'
import { PlanningAct } from '../act-button.tsx'
import type { KeptScenario, ScenarioInput } from '../answers.ts'
import { sandboxLink } from '../change-kinds.ts'
import { useAnswer } from '../use-answer.ts'
import { ScenarioResult } from './scenario-result.tsx'

/** Keeps the changes above under a name. */
export function KeepScenario({ changes }: { changes: ScenarioInput['changes'] }) {
  const [name, setName] = useInputState('')
  const why = changes.length === 0 ? say('Add a change and fill in its fields.') : undefined
  return (
    <Group align="end">
      <TextInput label={say('Name of the scenario')} maxLength={200} value={name} onChange={setName} />
      <PlanningAct
        may="plan"
        size="sm"
        why={why ?? (name.trim() ? undefined : say('Give it a name.'))}
        act={() => api.planning.keep_scenario.mutate({ name, changes })}
        done={say('The scenario is kept.')}
        onDone={() => setName('')}
      >
        {say('Keep')}
      </PlanningAct>
    </Group>
  )
}

/** The kept scenarios, two of which can be compared. */
export const KeptScenarios = () => (
  <Panel title={say('Kept scenarios')}>
    <Live
      name="planning.kept_scenarios"
      of={api.planning.kept_scenarios}
      input={{ page_size: 100, ordering: 'name' }}
      rows={2}
    >
      {({ results, count }) =>
        count ? <Comparing kept={results} count={count} /> : say('No scenario is kept yet.')
      }
    </Live>
  </Panel>
)

/** Tells scenarios of the same name apart. */
const whenAndWho = ({ created_at, kept_by_name }: Pick<KeptScenario, 'created_at' | 'kept_by_name'>) =>
  `${momentOf(created_at)}, ${kept_by_name}`

function Comparing({ kept, count }: { kept: KeptScenario[]; count: number }) {
  const { at, field } = useAddress()
  const { who } = useViewer()
  const options = kept.map((one) => ({ value: one.id, label: `${one.name} (${whenAndWho(one)})` }))
  const none = say('Choose a scenario')
  const isKept = (id: string) => kept.some((one) => one.id === id)
  return (
    <Stack>
      <ul>
        {kept.map(({ id, name, changes, created_at, kept_by, kept_by_name }) => (
          <li key={id}>
            <Group>
              <PageLink to={sandboxLink(changes)}>{name}</PageLink>
              <Note>{whenAndWho({ created_at, kept_by_name })}</Note>
              <ActionButton
                button={{
                  ...inRow(say('Delete'), say('Delete {name}', { name })),
                  may: kept_by === who?.id ? 'plan' : 'manage_assignments',
                }}
                isDangerous
                title={say('Delete {name}', { name })}
                confirm={say('Delete')}
                reasonFor="nobody"
                act={() => api.planning.delete_scenario.mutate({ scenario_id: id })}
                done={say('The scenario was deleted.')}
              />
            </Group>
          </li>
        ))}
      </ul>
      {count > kept.length && (
        <Note>{say('and {count, plural, one {# more} other {# more}}', { count: count - kept.length })}</Note>
      )}
      <Group align="end">
        <Choose label={say('Compare')} options={options} none={none} {...field('one')} />
        <Choose label={say('with')} options={options} none={none} {...field('other')} />
      </Group>
      {isKept(at('one')) && isKept(at('other')) && <Comparison first={at('one')} second={at('other')} />}
    </Stack>
  )
}

function Comparison(pair: { first: string; second: string }) {
  const { at } = useAddress()
  const input = { ...pair, weeks: Number(at('weeks')) || 26, replan: at('replan') === '1' }
  const { query } = useAnswer({
    name: 'planning.compare_scenarios',
    of: api.planning.compare_scenarios,
    input,
  })
  return (
    <Loaded query={query} rows={6}>
      {({ first, second }) => (
        <Grid>
          {[
            { place: 'first', ...first },
            { place: 'second', ...second },
          ].map(({ place, name, result, refusal }) => (
            <Grid.Col key={place} span={{ base: 12, lg: 6 }}>
              <section aria-label={name}>
                <Title order={3} size="h4">
                  {name}
                </Title>
                {result ? (
                  <ScenarioResult result={result} />
                ) : (
                  <Alert color="red" title={say('The service would refuse this')}>
                    <Said>{refusal ?? ''}</Said>
                  </Alert>
                )}
              </section>
            </Grid.Col>
          ))}
        </Grid>
      )}
    </Loaded>
  )
}
