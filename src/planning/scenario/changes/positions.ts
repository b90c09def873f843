import { inUse, invalid, unknownReference } from '../../../errors.ts'
import { toHundredths } from '../../../hours.ts'
import { checkHoldsPositions } from '../../../work/org-unit.ts'
import { type Draft, indexIn, indexOf, type Make, newId, positionOf, withFacts } from './draft.ts'
import { assignableTags } from './tags.ts'

function unitFor({ facts }: Draft, id: string): number {
  const index = indexIn(facts.units, id, 'org_unit_id')
  const unit = facts.units[index]
  if (unit) checkHoldsPositions({ unit_type: unit.type, is_active: unit.is_active })
  return index
}

/** The index of the active position; 400 for one that is inactive or unknown. */
function activePosition({ facts, left_out }: Draft, id: string): number {
  if (left_out[id]) throw invalid('position_id', 'The position must be active.')
  return indexIn(facts.positions, id, 'position_id')
}

/** Adds the tags to those that the position requires; 400 under the field for one that it requires already. */
function requiring(
  draft: Draft,
  required: readonly number[],
  { ids, field }: { ids: string[]; field: string },
) {
  const all = [...required, ...assignableTags(draft, ids, field)]
  if (new Set(all).size < all.length) throw invalid(field, 'The fields position, tag must make a unique set.')
  return all
}

export const addPosition: Make<'POSITION_ADDED'> = (draft, change) => {
  const { positions } = draft.facts
  const added = {
    id: newId(positions),
    title: change.title,
    unit: unitFor(draft, change.org_unit_id),
    required: toHundredths(change.required_weekly_hours),
    mandatory: requiring(draft, [], { ids: change.tags ?? [], field: 'tags' }),
    optional: [],
  }
  return withFacts(draft, { positions: [...positions, added] })
}

export const changePosition: Make<'POSITION_CHANGED'> = (draft, change) => {
  const index = activePosition(draft, change.position_id)
  const position = positionOf(draft.facts, index)
  const removed = (change.remove_tags ?? []).map((id) => {
    const tag = indexOf(draft.facts.tags, id)
    if (![...position.mandatory, ...position.optional].includes(tag))
      throw unknownReference('remove_tags', id)
    return tag
  })
  const kept = (tags: readonly number[]) => tags.filter((tag) => !removed.includes(tag))
  const [mandatory, optional] = [kept(position.mandatory), kept(position.optional)]
  const all = requiring(draft, [...optional, ...mandatory], { ids: change.add_tags ?? [], field: 'add_tags' })
  const changed = {
    ...position,
    mandatory: all.slice(optional.length),
    optional,
    ...(change.org_unit_id && { unit: unitFor(draft, change.org_unit_id) }),
    ...(change.required_weekly_hours && { required: toHundredths(change.required_weekly_hours) }),
  }
  return withFacts(draft, { positions: draft.facts.positions.with(index, changed) })
}

export const closePosition: Make<'POSITION_CLOSED'> = (draft, { position_id: id }) => {
  const index = activePosition(draft, id)
  if (draft.facts.assignments.some(({ position, is_suspended }) => position === index && !is_suspended))
    throw inUse('The position has active assignments.')
  return {
    ...draft,
    closed: [...draft.closed, index],
    left_out: { ...draft.left_out, [id]: 'INACTIVE' },
  }
}
