import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { language } from '../../language/language.ts'

type Question<I, O> = {
  /** The key of the procedure in the cache. */
  name: string
  of: { mutate: (input: I, options: { signal: AbortSignal }) => Promise<O> }
  input: I
  /** Whether to ask at all. */
  isWanted?: (input: I) => boolean
}

/** Asks planning about the choices in the address, a moment after the last change. */
export function useAnswer<I, O>({ name, of, input, isWanted = () => true }: Question<I, O>) {
  const choices = JSON.stringify(input)
  const [settled] = useDebouncedValue(choices, 250)
  const query = useQuery({
    queryKey: [name, language(), settled],
    queryFn: ({ signal }) => of.mutate(JSON.parse(settled), { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted(JSON.parse(settled)),
  })
  /** Whether the answer shown belongs to earlier choices. */
  const isStale = choices !== settled || query.isPlaceholderData
  return { query, isStale }
}
