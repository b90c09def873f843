import { useText } from '../language/text.ts'
import { PageLink } from '../parts.tsx'
import { useMayOversee } from '../viewer.tsx'

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
