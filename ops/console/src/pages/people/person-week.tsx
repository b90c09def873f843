import { Alert, Group, Stack, TextInput } from '@mantine/core'
import type { EmployeeStatus } from '../../../../../src/people/employee-lifecycle.ts'
import { mondayOfWeek, weekOf, weeksAfter } from '../../language/dates.ts'
import { type Message, say } from '../../language/text.ts'
import { dayOf, daysOf, hours } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Loaded, useLive } from '../../live/live.tsx'
import { useAddress } from '../../parts/address.ts'
import { Button } from '../../parts/button.tsx'
import { Facts, Metric, Note, Panel } from '../../parts/parts.tsx'

type PersonAnswer = OperatorAnswers['people']['page']
type Props = { employee: PersonAnswer['employee']; current: PersonAnswer['balance'] }

/** The hours of the current week or another one. */
export function PersonWeek({ employee, current }: Props) {
  const now = weekOf(current.period.start_date)
  const asked = useAddress().at('week')
  const monday = mondayOfWeek(asked)
  const isNow = !asked || asked === now
  const query = useLive({
    name: 'hours.balance',
    of: api.hours.balance,
    input: { employee_id: employee.id, reference_date: monday },
    isWanted: !isNow && monday !== undefined,
    keepsPrevious: true,
  })
  return (
    <Panel title={say('Hours of the week')} right={<WeekChoice week={asked || now} now={now} />}>
      {!isNow && !monday ? (
        <Alert>{say('There is no such week. Write it like {week}.', { week: now })}</Alert>
      ) : isNow ? (
        <Hours balance={current} status={employee.status} />
      ) : (
        <Loaded query={query}>
          {(balance) => <Hours balance={balance} status={employee.status} from={monday} />}
        </Loaded>
      )}
    </Panel>
  )
}

function WeekChoice({ week, now }: { week: string; now: string }) {
  const { go } = useAddress()
  const choose = (chosen: string, options = {}) => go({ week: chosen === now ? '' : chosen }, options)
  const step = (count: number) => choose(weeksAfter(mondayOfWeek(week) ? week : now, count))
  return (
    <Group gap="xs" justify="flex-end">
      <Button aria-label={say('Previous week')} onClick={() => step(-1)}>
        ‹
      </Button>
      <TextInput
        aria-label={say('Week')}
        type="week"
        value={week}
        onChange={({ currentTarget }) => choose(currentTarget.value || now, { replace: true })}
      />
      <Button aria-label={say('Next week')} onClick={() => step(1)}>
        ›
      </Button>
      <Button disabled={week === now} onClick={() => choose(now)}>
        {say('This week')}
      </Button>
    </Group>
  )
}

type HoursProps = { balance: PersonAnswer['balance']; status: EmployeeStatus; from?: string | undefined }

function Hours({ balance: { period, pool, consumption, balance, error }, status, from }: HoursProps) {
  const left = Number(balance)
  const parts = say('{base} less {reductions}', {
    base: hours(pool.base_hours),
    reductions: hours(-Number(pool.adjustment_delta)),
  })
  return (
    <Stack gap="sm">
      <Group gap="xl" align="flex-start">
        <Metric
          {...mainOf(balance, consumption.assigned_hours, status)}
          more={daysOf(period.start_date, period.end_date)}
        />
        <Facts
          of={{
            [say('Contract hours')]: (
              <>
                {hours(pool.effective_hours)}
                {Number(pool.adjustment_delta) !== 0 && <Note>{parts}</Note>}
              </>
            ),
            [say('Assigned')]: (
              <>
                {hours(consumption.assigned_hours)}
                <Note>
                  {say('{count, plural, one {# assignment} other {# assignments}}', {
                    count: consumption.assignment_count,
                  })}
                </Note>
              </>
            ),
          }}
        />
      </Group>
      <Note>
        {meaningOf(left, status).map((message) => `${say(message)} `)}
        {error === 'NO_ACTIVE_TAGS' && `${say('No tag gives hours in this week.')} `}
        {from &&
          say('Contracts are those held on {day}; assignments are those of today.', { day: dayOf(from) })}
      </Note>
    </Stack>
  )
}

/** People who cannot be assigned have no unused hours, even if they still hold tags. */
function mainOf(balance: string, assigned: string, status: EmployeeStatus) {
  const left = Number(balance)
  if (left < 0) return { label: say('Above the contract'), value: hours(-left), tone: 'bad' as const }
  const isIdle = status === 'TERMINATED' || status === 'DEACTIVATED' || status === 'ONBOARDING'
  return isIdle
    ? { label: say('Assigned'), value: hours(assigned) }
    : { label: say('Unused hours'), value: hours(left) }
}

/** What the balance means for a person of this status. */
function meaningOf(left: number, status: EmployeeStatus): Message[] {
  const away = awayMeaning[status]
  if (left > 0) return [away ?? 'More can be assigned: these hours of the contract are unused.']
  const used: Message =
    left < 0 ? 'More is assigned than the contract hours.' : 'All contract hours are assigned.'
  return away ? [used, away] : [used]
}

const awayMeaning: Partial<Record<EmployeeStatus, Message>> = {
  ONBOARDING: 'Nothing can be assigned before the person is activated.',
  PROPOSAL_PENDING: 'Nothing can be assigned while a proposal is pending.',
  ON_LEAVE: 'The person is on leave: hours can be assigned, but no one works them until the person returns.',
  DEACTIVATED: 'The person is deactivated: nothing can be assigned.',
  TERMINATED: 'The person has left: nothing can be assigned.',
}
