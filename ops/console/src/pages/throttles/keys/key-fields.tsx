import { NativeSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type Scope, scopes } from '../../../../../../src/accounts/limits.ts'
import { useText } from '../../../language/text.ts'
import { scopeWords } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { useLive } from '../../../live/live.tsx'
import { namesUsers, scopeNames } from './scopes.ts'

export type TypedKey = { scope: Scope; key: string }

/** Whether a key has been typed; the service checks it. */
export const isTyped = ({ key }: TypedKey) => key.trim() !== ''

type Props = { typed: TypedKey; onChange: (typed: TypedKey) => void }

/** Asks for a scope and a key in it; a user is found by name or email. */
export function TypedKeyFields({ typed: { scope, key }, onChange }: Props) {
  const t = useText()
  const setKey = (changed: string) => onChange({ scope, key: changed })
  return (
    <>
      <NativeSelect
        label={t('Scope')}
        description={t(scopeWords[scope].counts)}
        value={scope}
        onChange={({ currentTarget }) => onChange({ scope: currentTarget.value as Scope, key: '' })}
        data={scopes.map((value) => ({ value, label: `${t(scopeNames[value])} (${value})` }))}
      />
      {namesUsers(scope) ? (
        <UserField onChange={setKey} key={scope} />
      ) : (
        <TextInput
          label={t(scopeWords[scope].key)}
          description={t('Such as 203.0.113.7 or 2001:db8::1. IPv6 counts by its /64.')}
          required
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
      )}
    </>
  )
}

type Option = { value: string; label: string }

function UserField({ onChange }: { onChange: (id: string) => void }) {
  const t = useText()
  const [chosen, setChosen] = useState<Option>()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search === chosen?.label ? '' : search.trim(), 250)
  const { data } = useLive({
    name: 'users.find',
    of: api.operator.users.list,
    input: { search: asked, page_size: 10 },
    keepsPrevious: true,
  })
  const found = (data?.results ?? []).map(({ id, email, given_name, family_name }) => ({
    value: id,
    label: [`${given_name} ${family_name}`.trim(), email].filter(Boolean).join(', '),
  }))
  const others = found.filter(({ value }) => value !== chosen?.value)
  return (
    <Select
      label={t('User')}
      placeholder={t('Type a name or an email')}
      required
      value={chosen?.value ?? null}
      data={chosen ? [chosen, ...others] : others}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      nothingFoundMessage={t('No one matches.')}
      onChange={(id, option) => {
        setChosen(option ?? undefined)
        onChange(id ?? '')
      }}
    />
  )
}
