import { Group, Stack, Text } from '@mantine/core'
import { UnitFilter } from '../../../fields/filters.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { useAddress } from '../../../parts/address.ts'
import { Lines, Note, PageLink, Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { hoursColumn, personColumn } from '../../../table/columns.tsx'
import { PagedTable, usePaged } from '../../../table/paged-list.tsx'
import type { SinglePoint } from '../answers.ts'
import styles from '../planning.module.css'
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
      <Panel title={say('Whose hours nobody could take over')}>
        <Stack>
          <Group align="end">
            <UnitFilter label={say('Unit, with sub-units')} name="unit" />
          </Group>
          <PagedTable
            paged={{ ...paged, isFiltered: !!at('unit') }}
            label={say('Single points')}
            csv="single-points"
            counted="{count, plural, one {# person} other {# people}}"
            empty={say('Others could take over the hours of anyone who leaves.')}
            columns={columns}
          />
          <Note>
            {say(
              'By unit, the worst first. For each person, the week is planned again as if they had left; the hours are those that then stay open.',
            )}
          </Note>
        </Stack>
      </Panel>
    </PlanningPage>
  )
}

const columns: Columns<SinglePoint> = [
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
  { header: 'Needed there', value: ({ tags }) => tags.join(', ') || say('nothing') },
  { header: 'Others who hold it', value: ({ other_holders }) => other_holders, numeric: true },
  {
    header: 'Could be trained',
    cell: ({ could_train }) =>
      could_train.length === 0 ? (
        say('nobody')
      ) : (
        <ul className={styles.positions}>
          {could_train.map((one) => (
            <li key={`${one.employee} ${one.tag}`}>
              <PageLink to={`/people/${one.employee}`} size="sm">
                {one.employee_name}
              </PageLink>{' '}
              <Text size="sm" span>
                {trainedText(one)}
              </Text>
            </li>
          ))}
        </ul>
      ),
    value: ({ could_train }) =>
      could_train.map((one) => `${one.employee_name} (${trainedText(one)})`).join('; '),
  },
]

const trainedText = ({ tag_name, closes_hours }: SinglePoint['could_train'][number]) =>
  `${tag_name}: ${hours(closes_hours)}`
