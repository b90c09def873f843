import { Group } from '@mantine/core'
import { tagCategories } from '../../../../../../src/people/tag.ts'
import { useActs } from '../../../dialog/acts/act-dialog.tsx'
import { RenewButton } from '../../../dialog/acts/tag-acts.tsx'
import { type TagName, useTagNames } from '../../../fields/choices.tsx'
import { UnitFilter } from '../../../fields/filters.tsx'
import { say } from '../../../language/text.ts'
import { words } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { useAddress } from '../../../parts/address.ts'
import { Lines } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { dayColumn, hoursColumn, personColumn } from '../../../table/columns.tsx'
import { Choose, PagedPanel, usePaged } from '../../../table/paged-list.tsx'
import type { Renewal } from '../answers.ts'
import { identified, PlanningPage, PositionList, sometimes } from '../planning-parts.tsx'

const rows = identified(api.planning.renewals, ({ employee_tag }) => employee_tag)

/** What ends soon and secure hours depend on, the most hours at stake first. */
export function RenewalsPage() {
  const { at, field } = useAddress()
  const category = tagCategories.find((each) => each === at('category'))
  const { paged } = usePaged({
    name: 'planning.renewals',
    of: rows,
    also: { org_unit_id: at('unit') || undefined, category, weeks: Number(at('weeks')) || undefined },
    every: sometimes,
  })
  const nameOf = useTagNames()
  const columns = useActs(factsOf(nameOf), 'manage', ({ employee_tag, employee_name, tag_name }) => (
    <RenewButton id={employee_tag} of={`${nameOf(tag_name)}, ${employee_name}`} />
  ))
  return (
    <PlanningPage title={say('Renewals')}>
      <PagedPanel
        title="What to renew first"
        label="Renewals"
        filters={
          <Group align="end">
            <UnitFilter label={say('Unit, with sub-units')} name="unit" />
            <Choose
              label={say('Ends within')}
              options={[
                { value: '4', label: say('4 weeks') },
                { value: '26', label: say('26 weeks') },
              ]}
              none={say('12 weeks')}
              {...field('weeks')}
            />
            <Choose
              label={say('Kind')}
              options={tagCategories}
              {...field('category')}
              value={category ?? ''}
            />
          </Group>
        }
        paged={{ ...paged, isFiltered: !!(at('unit') || category || at('weeks')) }}
        csv="renewals"
        counted="{count, plural, one {# renewal} other {# renewals}}"
        empty="Nothing that secure hours depend on ends in these weeks."
        columns={columns}
        note="“Hours at stake” are no longer secure if this is not renewed; “no one else” is how many of them nobody could take over, in any plan."
      />
    </PlanningPage>
  )
}

const factsOf = (nameOf: TagName): Columns<Renewal> => [
  personColumn,
  {
    header: 'Qualification or contract',
    cell: ({ tag_name, tag_category }) => <Lines main={nameOf(tag_name)} more={words(tag_category)} />,
    value: ({ tag_name }) => nameOf(tag_name),
  },
  dayColumn('Last day', 'last_day'),
  hoursColumn('Hours at stake', 'hours'),
  hoursColumn('No one else', 'open_hours'),
  {
    header: 'Positions',
    cell: ({ positions }) => <PositionList of={positions} />,
    value: ({ positions }) =>
      positions.map(({ title, org_unit_name }) => `${title}, ${org_unit_name}`).join('; '),
  },
]
