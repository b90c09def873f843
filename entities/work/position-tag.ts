import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { refuseChanges } from '../../src/errors.ts'
import { instant, uuidKey } from '../lists/columns.ts'
import { columnsOf, equals, type RowOf } from '../lists/fragments.ts'
import { orderingIndexes } from '../lists/orderings.ts'
import type { View } from '../lists/page.ts'
import { Tag } from '../people/tag.ts'
import { type TagColumns, tagColumns, tagJoins } from '../people/tags.ts'
import { Position } from './position.ts'

export const positionTagOrderings = {
  created_at: ['created_at'],
  position: ['position_id', 'created_at'],
  tag: ['tag_id', 'created_at'],
  is_mandatory: ['is_mandatory', 'created_at'],
  id: [],
} as const

export const PositionTagSchema = defineEntity({
  name: 'PositionTag',
  tableName: 'position_tags',
  properties: {
    id: uuidKey(),
    position: () => p.manyToOne(Position).mapToPk(),
    tag: () => p.manyToOne(Tag).mapToPk(),
    is_mandatory: p.boolean().default(true),
    created_at: instant(),
  },
  indexes: orderingIndexes('position_tags', positionTagOrderings),
  uniques: [{ name: 'position_tags_pair_unique', properties: ['position', 'tag'] }],
})

export class PositionTag extends PositionTagSchema.class {
  /** Changes whether the tag is mandatory; another position or tag is a 400 (D8). */
  revise({ is_mandatory, ...others }: Partial<PositionTag>) {
    refuseChanges<PositionTag>(this, others)
    this.is_mandatory = is_mandatory ?? this.is_mandatory
  }
}

PositionTagSchema.setClass(PositionTag)

const required = columnsOf(PositionTag, 'id, is_mandatory, created_at')

export const positionTagDetail: View<RowOf<typeof required> & TagColumns & { position: string }> = {
  table: 'position_tags',
  columns: sql`${required}, ${tagColumns}, page.position_id as position`,
  joins: tagJoins,
}

/** The list of the tags that positions require. */
export const positionTagList = (filter: { position_id?: string }) => ({
  ...positionTagDetail,
  orderings: positionTagOrderings,
  defaultOrdering: 'created_at',
  where: [equals('position_id', filter.position_id)],
})
