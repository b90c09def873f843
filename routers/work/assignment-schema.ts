import { z } from 'zod'
import { notesLength } from '../../entities/work/assignment.ts'
import { assignmentStatuses } from '../../src/work/assignment-lifecycle.ts'
import { boolean, date, longText } from '../schema/fields.ts'
import { bodyOf, orNull, output, shared } from '../schema/output.ts'
import { AssignmentToPreview } from './assignment-preview.ts'

const Common = z.object({
  id: shared.id,
  employee: shared.employee,
  employee_name: shared.employee_name,
  position_id: shared.position_id,
  effective_hours: shared.effective_hours,
  is_reinforcement: output.boolean(
    'Whether the hours are meant to exceed what the position requires. No rule looks at this, and the hours count like any others. False unless given at creation; cannot be changed later.',
  ),
  status: output.choice(
    assignmentStatuses,
    'Only ACTIVE assignments count towards coverage and hours. Only transitions change the status.',
  ),
  effective_date: orNull.date(
    'The first day of the assignment: the employee must hold the position’s tags on that day. Null, the default, means today. The hours count from creation on, also before that day.',
  ),
  end_date: orNull.date('The day of the transition `end`; null before it.'),
  created_at: shared.created_at,
})

export const AssignmentRow = Common.extend({
  position_title: shared.position_title,
  org_unit_name: shared.org_unit_name,
}).meta({ id: 'AssignmentRow', description: 'An assignment as lists show it.' })

export const AssignmentDetail = Common.extend({
  end_reason: output.text('Why the assignment was ended; blank before that.'),
  suspended_at: orNull.instant('When it was suspended; null before that and after a resume.'),
  notes: output.text('Remarks, at most 2000 characters; blank unless given.'),
  updated_at: shared.updated_at,
}).meta({ id: 'AssignmentDetail', description: 'An assignment in full.' })

export const AssignmentWritable = AssignmentToPreview.extend(
  bodyOf(AssignmentDetail.shape, {
    effective_date: date().nullable().optional(),
    notes: longText(notesLength).optional(),
    is_reinforcement: boolean().optional(),
  }).shape,
)
