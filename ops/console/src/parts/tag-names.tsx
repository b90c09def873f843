import type { ReactNode } from 'react'
import { words } from '../language/wording.ts'
import { Lines } from './parts.tsx'

/** A tag by both its names: the one that people say, and the one of the catalogue. */
export const tagText = (displayName: string, name: string) =>
  displayName && displayName !== name ? `${displayName} (${name})` : name

type Tag = { tag_name: string; tag_display_name: string; tag_category: string }

export const TagNames = ({ tag, more }: { tag: Tag; more?: ReactNode }) => (
  <Lines
    main={tagText(tag.tag_display_name, tag.tag_name)}
    more={
      <>
        {words(tag.tag_category)}
        {more}
      </>
    }
  />
)
