import { Text } from '@mantine/core'
import { ViolationList, violationTexts } from '../../../dialog/acts/violations.tsx'
import type { TagName } from '../../../fields/choices.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { Lines } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import type { Suggested } from '../answers.ts'

/** What every suggestion says, whether about a person or about a position. */
export const suggestedColumns = <Row extends Suggested>(
  personOf: (row: Row) => string,
  nameOf: TagName,
): Columns<Row> => [
  {
    header: 'Hours',
    numeric: true,
    cell: ({ kind, effective_hours, current_hours }) => (
      <Lines
        main={hours(effective_hours)}
        more={kind === 'CREATE' ? say('new') : say('now {hours}', { hours: hours(current_hours) })}
      />
    ),
    value: ({ effective_hours }) => Number(effective_hours),
  },
  {
    header: 'Left afterwards',
    numeric: true,
    cell: ({ balance_after, would_exceed_pool }) => (
      <Lines
        main={hours(balance_after.replace('-', ''))}
        more={would_exceed_pool ? say('over contract') : say('of the contract')}
      />
    ),
    value: ({ balance_after }) => Number(balance_after),
  },
  {
    header: 'Cost elsewhere',
    numeric: true,
    cell: ({ costs_elsewhere_hours: cost }) =>
      cost === null ? say('not computed') : Number(cost) > 0 ? hours(cost) : say('nothing'),
    value: ({ costs_elsewhere_hours: cost }) => (cost === null ? null : Number(cost)),
  },
  {
    header: 'What to know',
    cell: (row) => (
      <>
        <Overtime {...row} />
        {row.works_in_unit && <Text size="sm">{say('Works in the unit already.')}</Text>}
        {row.missing_tags.length > 0 && (
          <Text size="sm">{say('Lacks {tags}.', { tags: row.missing_tags.map(nameOf).join(', ') })}</Text>
        )}
        <ViolationList violations={row.violations} employee={personOf(row)} />
      </>
    ),
    value: ({ works_in_unit, violations, missing_tags }) =>
      [
        works_in_unit && say('Works in the unit already.'),
        missing_tags.length > 0 && say('Lacks {tags}.', { tags: missing_tags.map(nameOf).join(', ') }),
        ...violationTexts(violations),
      ]
        .filter(Boolean)
        .join(' '),
  },
]

type Hours = Pick<
  Suggested,
  'would_exceed_pool' | 'balance_after' | 'is_valid' | 'possible_hours' | 'effective_hours' | 'current_hours'
>

/** How many hours are above the contract, and how many the person could take instead. */
function Overtime({ would_exceed_pool, balance_after, is_valid, possible_hours, ...given }: Hours) {
  const added = Number(given.effective_hours) - Number(given.current_hours)
  const possible = Number(possible_hours)
  const most = { hours: hours(possible_hours) }
  return (
    <>
      {would_exceed_pool && (
        <Text size="sm">
          {say('Overtime: {hours} above the contract.', { hours: hours(-Number(balance_after)) })}
        </Text>
      )}
      {!is_valid && possible > 0 && possible < added && (
        <Text size="sm" fw={600}>
          {say('Could take {hours}.', most)}
        </Text>
      )}
      {is_valid && !would_exceed_pool && possible > added && (
        <Text size="sm">{say('With overtime up to {hours}.', most)}</Text>
      )}
    </>
  )
}
