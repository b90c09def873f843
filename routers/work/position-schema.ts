import { z } from 'zod'
import { output, shared } from '../schema/output.ts'
import { AssignmentRow } from './assignment-schema.ts'
import { PositionBase, PositionTagDetail } from './position-fields.ts'

const { is_mandatory } = PositionTagDetail.shape

export const PositionRow = PositionBase.extend({
  required_tags: z
    .array(z.object({ name: shared.tag_name, category: shared.tag_category, is_mandatory }))
    .nullable()
    .describe('The tags that the position requires; null without the parameter `eligible_for_employee`.'),
}).meta({ id: 'PositionRow', description: 'A position as lists show it.' })

export const PositionDetail = PositionBase.extend({
  required_tags: output.objects('The tags that the position requires.', {
    id: output.id('The id of the position tag, the requirement itself.'),
    tag_id: shared.tag,
    tag_name: shared.tag_name,
    tag_category: shared.tag_category,
    is_mandatory,
  }),
  assignments: output.list(
    'The ACTIVE assignments to the position; to a user of role EMPLOYEE only their own.',
    AssignmentRow,
  ),
}).meta({ id: 'PositionDetail', description: 'A position with its tags and ACTIVE assignments.' })
