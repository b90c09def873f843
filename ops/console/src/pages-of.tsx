import { Pagination } from '@mantine/core'

type Props = { count: number; size: number; page: number; onChange: (page: number) => void }

/** The way through a list that is longer than a page; nothing for a shorter one. */
export function Pages({ count, size, page, onChange }: Props) {
  const total = Math.ceil(count / size)
  if (total < 2) return null
  return (
    <Pagination
      total={total}
      value={page}
      onChange={onChange}
      siblings={0}
      aria-label="Pages of the list"
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
    />
  )
}
