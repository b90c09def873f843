import { Alert, Checkbox, CopyButton, Group, Stack, Text } from '@mantine/core'
import { say } from '../../../language/text.ts'
import { Empty, Loaded } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Button } from '../../../parts/button.tsx'
import { Note, Panel } from '../../../parts/parts.tsx'
import { Choose } from '../../../table/paged-list.tsx'
import { blankChange, isComplete, kinds, type SandboxChange, withField } from '../change-kinds.ts'
import { PlanningPage } from '../planning-parts.tsx'
import { ChangeForm } from './change-form.tsx'
import { KeepScenario, KeptScenarios } from './kept-scenarios.tsx'
import { MakeButton } from './make-button.tsx'
import { ScenarioResult } from './scenario-result.tsx'
import { useScenario } from './use-scenario.ts'

/** Shows what changes would do, without making them. */
export function SandboxPage() {
  const scenario = useScenario()
  const { query, refused, isEmpty, complete, changes, setChanges } = scenario
  return (
    <PlanningPage title={say('Sandbox')} right={<CopyLink />}>
      <Panel title={say('What if…')} gap="md">
        <Note>
          {say(
            'Nothing here is stored. The address of this page holds the whole list, so a colleague who opens the link sees the same.',
          )}
        </Note>
        <Changes {...scenario} />
        <Settings />
        <KeepScenario changes={complete} />
      </Panel>
      <Panel title={say('What it would do')}>
        <div aria-live="polite" aria-busy={query.isFetching}>
          {isEmpty && <Empty>{say('Add a change and fill in its fields.')}</Empty>}
          {!isEmpty && refused && (
            <Alert color="red" role="alert" title={say('The service would refuse this')}>
              {say('See the messages on the changes above.')}
            </Alert>
          )}
          {!isEmpty && !refused && (
            <Loaded query={query} rows={6}>
              {(result) => (
                <Stack>
                  <MakeButton
                    changes={complete}
                    sentence={result.sentence}
                    // Made once more, what they add would be there twice. Back shows them again.
                    onMade={() =>
                      setChanges(
                        changes.filter((change) => !isComplete(change)),
                        { replace: false },
                      )
                    }
                  />
                  <ScenarioResult result={result} />
                </Stack>
              )}
            </Loaded>
          )}
        </div>
      </Panel>
      <KeptScenarios />
    </PlanningPage>
  )
}

type ChangesProps = {
  changes: SandboxChange[]
  setChanges: (changes: SandboxChange[]) => void
  refused: Record<string, string[]>[] | undefined
}

function Changes({ changes, setChanges, refused }: ChangesProps) {
  const addedBefore = (index: number, kind: string) =>
    changes.slice(0, index).filter((change) => change.kind === kind).length
  // Only complete changes are sent, so the service counts only those.
  const errorsOf = (change: SandboxChange) => refused?.[changes.filter(isComplete).indexOf(change)] ?? {}
  return (
    <>
      <Stack component="ol" m={0} p={0} aria-label={say('Changes')} style={{ listStyle: 'none' }}>
        {withPlaces(changes).map(({ place, change, index }) => (
          <ChangeForm
            key={place}
            change={change}
            number={index + 1}
            errors={errorsOf(change)}
            added={{
              people: addedBefore(index, 'HIRE'),
              positions: addedBefore(index, 'POSITION_ADDED'),
            }}
            onField={(name, value) => setChanges(changes.with(index, withField(change, name, value)))}
            onRemove={() => setChanges(changes.toSpliced(index, 1))}
          />
        ))}
      </Stack>
      <Group>
        <Choose
          label={say('Add a change')}
          options={Object.entries(kinds).map(([value, { label }]) => ({ value, label: say(label) }))}
          none={say('Choose what happens')}
          value=""
          onChange={({ currentTarget: { value } }) => value && setChanges([...changes, blankChange(value)])}
        />
      </Group>
    </>
  )
}

/** Changes have no ids, so the key of each is its place in the list. */
const withPlaces = (changes: SandboxChange[]) =>
  changes.map((change, index) => ({ place: `${index} ${change.kind}`, change, index }))

function Settings() {
  const { at, go, field } = useAddress()
  return (
    <Group align="end">
      <Choose
        label={say('Look at')}
        options={[
          { value: '13', label: say('13 weeks') },
          { value: '4', label: say('4 weeks') },
          { value: '1', label: say('This week') },
        ]}
        none={say('26 weeks')}
        {...field('weeks')}
      />
      <Checkbox
        label={say('What could others take?')}
        checked={at('replan') === '1'}
        onChange={({ currentTarget }) => go({ replan: currentTarget.checked ? '1' : '' })}
        pb={10}
      />
    </Group>
  )
}

/** Browsers offer the clipboard only to secure pages; elsewhere users copy the address by hand. */
function CopyLink() {
  if (!('clipboard' in navigator)) return null
  return (
    <CopyButton value={location.href}>
      {({ copied, copy }) => (
        <Button onClick={copy}>
          {copied ? <Text role="status">{say('Copied')}</Text> : say('Copy the link')}
        </Button>
      )}
    </CopyButton>
  )
}
