import { Group, Text } from '@mantine/core'
import { type TagName, useTagNames } from '../../../fields/choices.tsx'
import { UnitFilter } from '../../../fields/filters.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { useAddress } from '../../../parts/address.ts'
import { Lines, PageLink } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { countColumn, hoursColumn, personColumn } from '../../../table/columns.tsx'
import { PagedPanel, usePaged } from '../../../table/paged-list.tsx'
import type { SinglePoint } from '../answers.ts'
import { identified, PlanningPage, sometimes } from '../planning-parts.tsx'

const rows = identified(api.planning.single_points, ({ employee }) => employee)

/** Whose hours nobody could take over, by unit, the worst first, and who could be trained for them. */
export function SinglePointsPage() {
  const { at } = useAddress()
  const { paged } = usePaged({
    name: 'planning.single_points',
    of: rows,
    also: { org_unit_id: at('unit') || undefined },
    every: sometimes,
  })
  return (
    <PlanningPage title={say('Single points')}>
      <PagedPanel
        title="Whose hours nobody could take over"
        label="Single points"
        filters={
          <Group align="end">
            <UnitFilter label={say('Unit, with sub-units')} name="unit" />
          </Group>
        }
        paged={{ ...paged, isFiltered: !!at('unit') }}
        csv="single-points"
        counted="{count, plural, one {# person} other {# people}}"
        empty="Others could take over the hours of anyone who leaves."
        columns={columnsOf(useTagNames())}
        note="By unit, the worst first. For each person, the week is planned again as if they had left; the hours are those that then stay open."
      />
    </PlanningPage>
  )
}

const columnsOf = (nameOf: TagName): Columns<SinglePoint> => [
  {
    header: 'Unit',
    cell: ({ org_unit_id, org_unit_name, org_unit_hours }) => (
      <Lines to={`/coverage/${org_unit_id}`} main={org_unit_name} more={hours(org_unit_hours)} />
    ),
    value: ({ org_unit_name }) => org_unit_name,
  },
  personColumn,
  hoursColumn('Works', 'works_hours'),
  hoursColumn('No one else', 'hours'),
  { header: 'Needed there', value: ({ tags }) => tags.map(nameOf).join(', ') || say('nothing') },
  countColumn('Others who hold it', 'other_holders'),
  {
    header: 'Could be trained',
    cell: ({ could_train }) =>
      could_train.length === 0 ? (
        say('nobody')
      ) : (
        <ul className="plain">
          {could_train.map((one) => (
            <li key={`${one.employee} ${one.tag}`}>
              <PageLink to={`/people/${one.employee}`} size="sm">
                {one.employee_name}
              </PageLink>{' '}
              <Text size="sm" span>
                {trainedText(one, nameOf)}
              </Text>
            </li>
          ))}
        </ul>
      ),
    value: ({ could_train }) =>
      could_train.map((one) => `${one.employee_name} (${trainedText(one, nameOf)})`).join('; '),
  },
]

const trainedText = ({ tag_name, closes_hours }: SinglePoint['could_train'][number], nameOf: TagName) =>
  `${nameOf(tag_name)}: ${hours(closes_hours)}`
