import type { Columns } from '../column.ts'
import { Moment } from '../parts.tsx'

/** When something counted last happened. */
export const lastAt = [
  {
    header: 'Last',
    cell: ({ last_at }) => <Moment of={last_at} />,
    value: ({ last_at }) => last_at,
    numeric: true,
  },
] as const satisfies Columns<{ last_at: string }>

/** How many requests were refused or near the limit, and the last of them. */
export const refusals = [
  { header: 'Refused (429)', value: ({ refused }) => refused, numeric: true },
  { header: 'Near', value: ({ near }) => near, numeric: true },
  ...lastAt,
] as const satisfies Columns<{ refused: number; near: number; last_at: string }>
