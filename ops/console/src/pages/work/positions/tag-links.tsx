import { useText } from '../../../language/text.ts'
import { useMayOversee } from '../../../live/viewer.tsx'
import { PageLink } from '../../../parts/parts.tsx'

/** Who holds a tag, and what requires it. */
export function TagLinks({ id }: { id: string }) {
  const t = useText()
  return (
    <>
      {useMayOversee() && (
        <>
          {' · '}
          <PageLink size="sm" to={`/people?tag=${id}`}>
            {t('who holds it')}
          </PageLink>
        </>
      )}
      {' · '}
      <PageLink size="sm" to={`/positions?tag=${id}`}>
        {t('where it is required')}
      </PageLink>
    </>
  )
}
