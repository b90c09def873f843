import { toDate } from '../../../calendar.ts'
import { invalid, References, unknownReference } from '../../../errors.ts'
import { type EmployeeTagStatus, tagChange } from '../../../people/employee-tag-lifecycle.ts'
import { checkAssignable } from '../../../people/tag.ts'
import type { HeldTagFacts } from '../../facts/clinic-facts.ts'
import { type Draft, employeeOf, indexIn, indexOf, type Make, periodOf, withEmployee } from './draft.ts'

/** The indexes of the tags; 400 under the field for one that is unknown or inactive. */
export const assignableTags = ({ facts }: Draft, ids: readonly string[], field: string) =>
  ids.map((id) => {
    const tag = indexIn(facts.tags, id, field)
    checkAssignable(facts.tags[tag], field)
    return tag
  })

/** The employee who holds the tag, and its place among their tags; 400 when it is EXPIRED or REVOKED, or unknown. */
function holderOf({ facts, left_out }: Draft, id: string, refusal: (status: EmployeeTagStatus) => string) {
  const employee = facts.employees.findIndex(({ tags }) => indexOf(tags, id) >= 0)
  const status = left_out[id] as EmployeeTagStatus | undefined
  if (employee < 0 && status) throw invalid('employee_tag', refusal(status))
  if (employee < 0) throw unknownReference('employee_tag', id)
  const { tags } = employeeOf(facts, employee)
  const place = indexOf(tags, id)
  return { employee, tags, place, held: tags[place] as HeldTagFacts }
}

export const revokeTag: Make<'TAG_REVOKED'> = (draft, { employee_tag: id }) => {
  const { employee, tags, place } = holderOf(draft, id, (status) => `The tag is ${status} already.`)
  const left_out = { ...draft.left_out, [id]: 'REVOKED' }
  return withEmployee({ ...draft, left_out }, employee, { tags: tags.toSpliced(place, 1) })
}

export const extendTag: Make<'TAG_EXTENDED'> = (draft, { employee_tag: id, end_date }) => {
  const { employee, tags, place, held } = holderOf(draft, id, cannotBecomeActive)
  const period = periodOf(draft, { start_date: toDate(held.start), end_date })
  return withEmployee(draft, employee, { tags: tags.with(place, { ...held, ...period }) })
}

/** The refusal of a PATCH that tries to make such a tag ACTIVE. */
function cannotBecomeActive(status: EmployeeTagStatus) {
  const change = tagChange({ status, start_date: '', end_date: null }, { status: 'ACTIVE' })
  return change.kind === 'refused' ? change.message : ''
}

export const grantTag: Make<'TAG_GRANTED'> = (draft, change) => {
  const { facts } = draft
  const [employee, tag] = [indexOf(facts.employees, change.employee), indexOf(facts.tags, change.tag)]
  new References()
    .check('employee', change.employee, employee >= 0)
    .check('tag', change.tag, tag >= 0)
    .refuse()
  checkAssignable(facts.tags[tag])
  const granted = { id: 'NEW', tag, ...periodOf(draft, change) }
  return withEmployee(draft, employee, { tags: [...employeeOf(facts, employee).tags, granted] })
}
