import {
  Box,
  Checkbox,
  Group,
  MultiSelect,
  type MultiSelectProps,
  Select,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { say } from '../language/text.ts'
import { sentence } from '../language/wording.ts'
import { useAddress } from '../parts/address.ts'
import { Button } from '../parts/button.tsx'
import { UnitSelect, useTagOptions, useUnits } from './choices.tsx'

/** The search of a list; its placeholder says what it looks at. */
export const SearchFilter = (field: TextInputProps) => (
  <TextInput label={say('Search')} type="search" {...field} />
)

type SeveralProps = { label: string; name: string; options: readonly string[] }

/** A filter by any number of constants, each of them a parameter of the address. */
export function Several({ label, name, options }: SeveralProps) {
  const { all, go } = useAddress()
  return (
    <Checkbox.Group label={label} value={all(name)} onChange={(values) => go({ [name]: values, page: '' })}>
      <Group gap="md" mt={6}>
        {options.map((option) => (
          <Checkbox key={option} value={option} label={sentence(option)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

type OneProps = { label: string; name: string }
type Option = { value: string; label: string }

/** A filter by one of many rows, which the user finds by typing. */
function One({ label, name, options }: OneProps & { options: Option[] }) {
  const { at, go } = useAddress()
  return (
    <Select
      label={label}
      value={at(name) || null}
      data={options}
      onChange={(id) => go({ [name]: id ?? '', page: '' })}
      placeholder={say('All')}
      searchable
      clearable
      limit={200}
      nothingFoundMessage={say('Nothing matches.')}
      clearButtonProps={{ 'aria-label': say('Clear: {filter}', { filter: label }) }}
    />
  )
}

/** The unit that a page is about, or the whole clinic. */
export function UnitChoice() {
  const { at, go } = useAddress()
  return (
    <UnitSelect
      label={say('Unit')}
      none={say('Whole clinic')}
      value={at('unit')}
      onChange={(unit) => go({ unit })}
    />
  )
}

export const UnitFilter = (props: OneProps) => <One {...props} options={useUnits()} />

type UnitsProps = Omit<MultiSelectProps, 'value' | 'label'> & { label: string; none: string; value: string[] }

/** A choice of any number of units, which the user finds by typing. */
export function UnitsSelect({ none, value, ...props }: UnitsProps) {
  const data = useUnits()
  return (
    <MultiSelect
      {...props}
      placeholder={value.length ? undefined : none}
      data={data}
      // One that is not known yet would be shown as its id.
      value={value.filter((id) => data.some((unit) => unit.value === id))}
      searchable
      clearable
      maxValues={200}
      limit={200}
      nothingFoundMessage={say('Nothing matches.')}
      clearButtonProps={{ 'aria-label': say('Clear: {filter}', { filter: props.label }) }}
    />
  )
}

/** A filter by any number of units. */
export function UnitsFilter({ label, name }: OneProps) {
  const { all, go } = useAddress()
  const choose = (units: string[]) => go({ [name]: units, page: '' })
  return (
    <UnitsSelect
      {...{ label, onChange: choose }}
      none={say('All')}
      value={all(name)}
      maw="min(28rem, 100%)"
    />
  )
}

export const TagFilter = (props: OneProps) => <One {...props} options={useTagOptions()} />

/** A button that removes these filters from the address; absent if none is set. */
export function ClearFilters({ names }: { names: readonly string[] }) {
  const { all, go } = useAddress()
  if (!names.some((name) => all(name).length)) return null
  const none = Object.fromEntries([...names, 'page'].map((name) => [name, '']))
  return <Button onClick={() => go(none)}>{say('Clear the filters')}</Button>
}

type FiltersProps = { names: readonly string[]; children: ReactNode }

/** The filters of a list; on a phone they are behind a button, which says how many are set. */
export function Filters({ names, children }: FiltersProps) {
  const { at } = useAddress()
  const [isOpen, { toggle }] = useDisclosure()
  return (
    <>
      <Button hiddenFrom="sm" aria-expanded={isOpen} onClick={toggle}>
        {say('Filters ({count, number})', { count: names.filter(at).length })}
      </Button>
      <Box {...(isOpen ? {} : { visibleFrom: 'sm' })}>{children}</Box>
    </>
  )
}
