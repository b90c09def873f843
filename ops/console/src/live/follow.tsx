import { useDebouncedValue, useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { say } from '../language/text.ts'
import { Note } from '../parts/parts.tsx'
import { live } from './api.ts'

/** Milliseconds to gather changes before a query is repeated. */
const gathering = 500
/** A connection lost for fewer milliseconds than this is not mentioned. */
const unmentioned = 3000

/** Repeats a query when the hours of positions change, and says so while the connection for that is lost. */
export function Follow({ query }: { query: string }) {
  const queries = useQueryClient()
  // A browser has only a few connections for all its tabs.
  const isVisible = useDocumentVisibility() === 'visible'
  const [isLost, setLost] = useState(false)
  const [isLastingly] = useDebouncedValue(isLost, unmentioned)
  useEffect(() => {
    if (!isVisible) return
    const leaving = new AbortController()
    let timer: number | undefined
    const repeat = () => {
      timer = undefined
      void queries.invalidateQueries({ queryKey: [query] })
    }
    const onConnection = (isConnected: boolean) => leaving.signal.aborted || setLost(!isConnected)
    const follow = async () => {
      for await (const _ of live.coverage({ signal: leaving.signal, onConnection }))
        timer ??= window.setTimeout(repeat, gathering)
    }
    // The page's own queries show a final refusal.
    void follow().catch(() => {})
    return () => {
      leaving.abort()
      window.clearTimeout(timer)
    }
  }, [isVisible, queries, query])
  if (!isLost || !isLastingly) return null
  return (
    <div role="status">
      <Note>
        {say('Live updates are interrupted. Until they are back, this page refreshes every 15 seconds.')}
      </Note>
    </div>
  )
}
