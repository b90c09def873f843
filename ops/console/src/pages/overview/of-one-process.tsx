import { useText } from '../../language/text.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { Note } from '../../parts/parts.tsx'

type Redis = OperatorAnswers['overview']['keys']['redis']

/** Said while Redis is away: what other processes count is not known. */
export function OfOneProcess({ redis }: { redis: Redis }) {
  const t = useText()
  if (redis !== 'unreachable') return null
  return <Note>{t('Redis is not responding. Only what this process has counted is known.')}</Note>
}
