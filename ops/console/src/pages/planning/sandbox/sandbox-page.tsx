import { Alert, Button, Checkbox, CopyButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type Message, say } from '../../../language/text.ts'
import { Empty, Loaded } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Note, Panel } from '../../../parts/parts.tsx'
import { blankChange, isComplete, kinds, type SandboxChange, withField } from '../change-kinds.ts'
import { PlanningPage } from '../planning-parts.tsx'
import { ChangeForm } from './change-form.tsx'
import { ScenarioResult } from './scenario-result.tsx'
import { type ChangeErrors, useScenario } from './use-scenario.ts'

/** What some changes would do, without making them. */
export function SandboxPage() {
  const scenario = useScenario()
  const { query, refused, isEmpty } = scenario
  return (
    <PlanningPage title={say('Sandbox')} right={<CopyLink />}>
      <Panel title={say('What if…')}>
        <Stack>
          <Note>
            {say(
              'Nothing here is stored. The address of this page holds the whole list, so a colleague who opens the link sees the same.',
            )}
          </Note>
          <Changes {...scenario} />
          <Settings />
        </Stack>
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
              {(result) => <ScenarioResult result={result} />}
            </Loaded>
          )}
        </div>
      </Panel>
    </PlanningPage>
  )
}

type ChangesProps = {
  changes: SandboxChange[]
  setChanges: (changes: SandboxChange[]) => void
  refused: ChangeErrors[] | undefined
}

function Changes({ changes, setChanges, refused }: ChangesProps) {
  const addedBefore = (index: number, kind: string) =>
    changes.slice(0, index).filter((change) => change.kind === kind).length
  // Only complete changes have been sent, so the messages are counted by those.
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
        <NativeSelect
          label={say('Add a change')}
          value=""
          onChange={({ currentTarget: { value } }) => value && setChanges([...changes, blankChange(value)])}
          data={[
            { value: '', label: say('Choose what happens') },
            ...Object.entries(kinds).map(([value, { label }]) => ({ value, label: say(label) })),
          ]}
        />
      </Group>
    </>
  )
}

/** A change is known by its place in the list alone. */
const withPlaces = (changes: SandboxChange[]) =>
  changes.map((change, index) => ({ place: `${index} ${change.kind}`, change, index }))

const spans = [
  { value: '', label: '26 weeks' },
  { value: '13', label: '13 weeks' },
  { value: '4', label: '4 weeks' },
  { value: '1', label: 'This week' },
] as const satisfies { value: string; label: Message }[]

function Settings() {
  const { at, go, field } = useAddress()
  return (
    <Group align="end">
      <NativeSelect
        label={say('Look at')}
        {...field('weeks')}
        data={spans.map(({ value, label }) => ({ value, label: say(label) }))}
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

/** Browsers offer the clipboard to secure pages only; elsewhere the address can be copied by hand. */
function CopyLink() {
  if (!('clipboard' in navigator)) return null
  return (
    <CopyButton value={location.href}>
      {({ copied, copy }) => (
        <Button variant="default" size="sm" onClick={copy}>
          {copied ? <Text role="status">{say('Copied')}</Text> : say('Copy the link')}
        </Button>
      )}
    </CopyButton>
  )
}
