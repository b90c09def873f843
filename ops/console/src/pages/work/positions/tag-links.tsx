import { say } from '../../../language/text.ts'
import { tagText, words } from '../../../language/wording.ts'
import { useMayOversee } from '../../../live/viewer.tsx'
import { Lines, PageLink } from '../../../parts/parts.tsx'
import type { Column } from '../../../table/column.ts'

/** Who holds a tag, and what requires it. */
const TagLinks = ({ id }: { id: string }) => (
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

type Tag = { tag: string; tag_name: string; tag_display_name: string; tag_category: string }
const textOf = ({ tag_display_name, tag_name }: Tag) => tagText(tag_display_name, tag_name)

/** A tag, with links to who holds it and to what requires it. */
export const tagColumn: Column<Tag> = {
  header: 'Tag',
  cell: (tag) => (
    <Lines
      main={textOf(tag)}
      more={
        <>
          {words(tag.tag_category)}
          <TagLinks id={tag.tag} />
        </>
      }
    />
  ),
  value: textOf,
}
