import { defineEntity, p } from '@mikro-orm/core'
import { inUse } from '../../src/errors.ts'
import { tagCategories } from '../../src/people/tag.ts'
import { choice, decimal, instant, text, uuidKey } from '../lists/columns.ts'
import { beginning, orderingIndexes, searchIndex, searchText } from '../lists/orderings.ts'

export const tagOrderings = {
  name: ['name'],
  display_name: ['display_name'],
  category: ['category', 'name'],
  hours_delta: ['hours_delta'],
  description: [beginning('description')],
  is_active: ['is_active', 'name'],
  created_at: ['created_at'],
  updated_at: ['updated_at'],
  id: [],
} as const

export const tagSearchText = searchText('name')

export const TagSchema = defineEntity({
  name: 'Tag',
  tableName: 'tags',
  properties: {
    id: uuidKey(),
    name: text(15),
    display_name: text(200),
    category: choice(tagCategories),
    hours_delta: decimal(6),
    description: text(2000).default(''),
    is_active: p.boolean().default(true),
    deleted_at: instant().nullable(),
    created_at: instant(),
    updated_at: instant(),
  },
  indexes: [...orderingIndexes('tags', tagOrderings), searchIndex('tags', tagSearchText)],
  uniques: [{ name: 'tags_name_unique', properties: ['name'], where: { deleted_at: null } }],
})

export class Tag extends TagSchema.class {
  revise(changes: Partial<Tag>, at: Date) {
    Object.assign(this, changes, { updated_at: at })
  }

  /** Hides the tag, which keeps its time stamp, and frees its name; the logs keep it. 409 while it is in use (D29). */
  delete(isInUse: boolean, at: Date) {
    if (isInUse) throw inUse('The tag is referenced by employees or positions; deactivate it instead.')
    Object.assign(this, { deleted_at: at, is_active: false })
  }
}

TagSchema.setClass(Tag)
