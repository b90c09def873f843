import { useQuery } from '@tanstack/react-query'
import { type Answers, api } from '../live/api.ts'

export type Tag = Answers['tags']['list']['results'][number]

/** The active tags of the catalogue. */
export function useTags(): Tag[] {
  const { data = [] } = useQuery({ queryKey: ['tags'], queryFn: readTags, staleTime: 60_000 })
  return data
}

async function readTags({ signal }: { signal: AbortSignal }): Promise<Tag[]> {
  const tags: Tag[] = []
  for (let page = 1; ; page++) {
    const { results, next } = await api.tags.list.query(
      { page, page_size: 100, ordering: 'name' },
      { signal },
    )
    tags.push(...results.filter(({ is_active }) => is_active))
    if (!next) return tags
  }
}
