import { say } from '../../../language/text.ts'
import { useMayOversee } from '../../../live/viewer.tsx'
import { PageLink } from '../../../parts/parts.tsx'

/** Who holds a tag, and what requires it. */
export const TagLinks = ({ id }: { id: string }) => (
  <>
    {useMayOversee() && (
      <>
        {' · '}
        <PageLink size="sm" to={`/people?tag=${id}`}>
          {say('who holds it')}
        </PageLink>
      </>
    )}
    {' · '}
    <PageLink size="sm" to={`/positions?tag=${id}`}>
      {say('where it is required')}
    </PageLink>
  </>
)
