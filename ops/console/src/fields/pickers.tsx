import { MultiSelect, Select, type SelectProps, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { say } from '../language/text.ts'
import { dayOf, hours, tagText } from '../language/wording.ts'
import { api } from '../live/api.ts'
import { type Question, useLive } from '../live/live.tsx'
import { RowSelect, usePersonName, usePositionName, useTagOptions } from './choices.tsx'

/** What a picker shows and sets: the id of a row, or nothing. */
export type PickerProps = {
  label: string
  value: string
  onChange: (id: string) => void
  error?: ReactNode
  /** Rows that the changes before this one add. */
  added?: Option[]
}
export type Option = { value: string; label: string }

const rarely = 600_000

/** The text in a picker, and the search to send once typing pauses: none while it shows the chosen row. */
export function useSearch(chosen: string) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search === chosen ? '' : search.trim(), 250)
  return { asked, box: { chosen, search, setSearch } }
}

type SearchedProps = PickerProps &
  ReturnType<typeof useSearch>['box'] &
  Pick<SelectProps, 'required' | 'placeholder' | 'nothingFoundMessage'> & { found: Option[] }

/** A box to type in, with the rows found for it. */
export function Searched({ chosen, found, added = [], search, setSearch, ...select }: SearchedProps) {
  const { value, onChange } = select
  const others = [...added, ...found].filter((option) => option.value !== value)
  const current = value ? [{ value, label: added.find((one) => one.value === value)?.label ?? chosen }] : []
  return (
    <Select
      nothingFoundMessage={say('Nothing matches.')}
      placeholder={say('Type to search')}
      {...select}
      value={value || null}
      data={search === chosen ? [...current, ...others] : [...others, ...current]}
      allowDeselect={false}
      // The focus that a dialog gives must not cover it with a list.
      openOnFocus={false}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}

/** The rows found for a search, or those of the search before it until they arrive. */
export function useFound<I, Row>(question: Question<I, { results: Row[] }>): Row[] {
  const { data } = useLive({ every: rarely, ...question, keepsPrevious: true })
  return data?.results ?? []
}

export function PersonPicker(props: PickerProps) {
  const { asked, box } = useSearch(usePersonName(props.value))
  const rows = useFound({ name: 'people.find', of: api.operator.people.find, input: { search: asked } })
  const found = rows.map(({ id, first_name, last_name }) => ({
    value: id,
    label: `${last_name}, ${first_name}`,
  }))
  return <Searched {...props} {...box} found={found} />
}

export function PositionPicker(props: PickerProps) {
  const { asked, box } = useSearch(usePositionName(props.value))
  const input = { search: asked || undefined, is_active: true, page_size: 20 }
  const rows = useFound({ name: 'positions.list', of: api.positions.list, input })
  const found = rows.map(({ id, title, org_unit_name }) => ({
    value: id,
    label: `${title}, ${org_unit_name}`,
  }))
  return <Searched {...props} {...box} found={found} />
}

export const TagPicker = (props: PickerProps) => (
  <RowSelect {...props} options={useTagOptions()} none={say('Choose a tag')} />
)

type TagsProps = {
  label: string
  description?: string | undefined
  value: string[]
  onChange: (ids: string[]) => void
  error?: ReactNode
}

export const TagsPicker = (props: TagsProps) => (
  <MultiSelect
    {...props}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    searchable
    data={useTagOptions()}
  />
)

const heldTag = { name: 'employee_tags.get', of: api.employee_tags.get, every: rarely }
const assignment = { name: 'assignments.get', of: api.assignments.get, every: rarely }

export function HeldTagPicker(props: PickerProps) {
  const { data } = useLive({ ...heldTag, input: { id: props.value }, isWanted: !!props.value })
  return (
    <OfPerson {...props} owner={data?.employee} none={say('Choose a tag')}>
      {({ tags }) =>
        tags
          .filter(({ status }) => status === 'ACTIVE')
          .map(({ id, tag_display_name, tag_name, end_date }) => {
            const tag = tagText(tag_display_name, tag_name)
            return {
              value: id,
              label: end_date ? say('{tag}, until {date}', { tag, date: dayOf(end_date) }) : tag,
            }
          })
      }
    </OfPerson>
  )
}

export function AssignmentPicker(props: PickerProps) {
  const { data } = useLive({ ...assignment, input: { id: props.value }, isWanted: !!props.value })
  return (
    <OfPerson {...props} owner={data?.employee} none={say('Choose an assignment')}>
      {({ assignments }) =>
        assignments
          .filter(({ status }) => status === 'ACTIVE')
          .map(({ id, position_title, org_unit_name, effective_hours }) => ({
            value: id,
            label: `${position_title}, ${org_unit_name}: ${hours(effective_hours)}`,
          }))
      }
    </OfPerson>
  )
}

type PersonAnswer = Awaited<ReturnType<typeof api.operator.people.page.query>>
type OfPersonProps = Omit<PickerProps, 'added'> & {
  /** The person that the chosen row belongs to. */
  owner: string | undefined
  none: string
  children: (person: PersonAnswer) => Option[]
}

/** Something that belongs to a person, who is chosen first. */
function OfPerson({ owner, children, ...select }: OfPersonProps) {
  const { value, onChange } = select
  const [chosen, setChosen] = useState('')
  const person = (value ? owner : chosen) ?? ''
  const { data } = useLive({
    name: 'people.page',
    of: api.operator.people.page,
    input: { id: person },
    every: rarely,
    isWanted: !!person,
  })
  return (
    <Stack gap="xs">
      <PersonPicker
        label={say('Person')}
        value={person}
        onChange={(id) => {
          setChosen(id)
          onChange('')
        }}
      />
      <RowSelect {...select} disabled={!person} options={data ? children(data) : []} />
    </Stack>
  )
}
