import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { PersonPicker, type PickerProps, Searched } from '../../fields/pickers.tsx'
import { useText } from '../../language/text.ts'
import { nameOfUser } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { useLive } from '../../live/live.tsx'
import { useAddress } from '../../parts/address.ts'

export type AboutKind = 'person' | 'user'

/** Limits a log to what concerns one person or one user, whose id stands in the address. */
export function AboutPicker({ kind }: { kind: AboutKind }) {
  const t = useText()
  const { at, go } = useAddress()
  const picker = {
    value: at(kind),
    onChange: (id: string) => go({ [kind]: id, page: '' }),
  }
  return kind === 'person' ? (
    <PersonPicker label={t('Person concerned')} {...picker} />
  ) : (
    <UserPicker label={t('User concerned')} {...picker} />
  )
}

const rarely = 600_000

function UserPicker(props: PickerProps) {
  const { users } = api.operator
  const [search, setSearch] = useState('')
  const isChosen = props.value !== ''
  const { data: one } = useLive({
    name: 'users.get',
    of: users.get,
    input: { id: props.value },
    every: rarely,
    isWanted: isChosen,
  })
  const chosen = one ? nameOfUser(one) : ''
  const [asked] = useDebouncedValue(search === chosen ? '' : search.trim(), 250)
  const { data } = useLive({
    name: 'users.list',
    of: users.list,
    input: { search: asked || undefined, page_size: 20 },
    every: rarely,
    keepsPrevious: true,
  })
  const found = (data?.results ?? []).map((user) => ({
    value: user.id,
    label: `${nameOfUser(user)}, ${user.email}`,
  }))
  return <Searched {...props} chosen={chosen} found={found} search={search} setSearch={setSearch} />
}
