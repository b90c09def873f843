import fc from 'fast-check'
import { type Clinic, day, decimal, type Employee, type Held, type Tag } from './clinic.ts'
import { wrong } from './employees.ts'
import {
  type By,
  chosen,
  given,
  inUse,
  invalid,
  maybe,
  type Step,
  stepsOf,
  unlessManager,
  which,
} from './step.ts'

const categories = ['CONTRACT', 'QUALIFICATION', 'EXCEPTION', 'CERTIFICATION']
const delta = () => fc.constantFrom(0, 4000, 3850, 1, -800, -333)

const shown = ({ id, name, category, delta, isActive }: Tag) => ({
  id,
  name,
  category,
  hours_delta: decimal(delta),
  is_active: isActive,
})

const nameIn = (clinic: Clinic, at: number) => `${clinic.prefix}${at}`
const isTaken = (clinic: Clinic, name: string, except?: Tag) =>
  clinic.tags.some((tag) => tag.name === name && tag !== except)

const addTag = stepsOf(
  'add tag',
  { name: fc.nat(4), category: fc.constantFrom(...categories), delta: delta() },
  (clinic, { name: at, category, delta }, by: By) => {
    const name = nameIn(clinic, at)
    return {
      operation: 'tags_create',
      input: { name, display_name: 'A tag', category, hours_delta: decimal(delta) },
      refusal: unlessManager(by) || (isTaken(clinic, name) && invalid('name')),
      perform(answer) {
        const tag: Tag = { id: answer.id, name, category, delta, isActive: true }
        clinic.tags.push(tag)
        return shown(tag)
      },
    }
  },
)

const changeTag = stepsOf(
  'change tag',
  { tag: which(), name: maybe(fc.nat(4)), delta: maybe(delta()), isActive: maybe(fc.boolean()) },
  (clinic, { tag: at, ...changes }, by: By) => {
    const tag = chosen(clinic.tags, at)
    if (!tag) return undefined
    const { delta = tag.delta, isActive = tag.isActive } = changes
    const name = changes.name === undefined ? tag.name : nameIn(clinic, changes.name)
    return {
      operation: 'tags_update',
      input: { id: tag.id, name, hours_delta: decimal(delta), is_active: isActive },
      refusal: unlessManager(by) || (isTaken(clinic, name, tag) && invalid('name')),
      perform: () => shown(Object.assign(tag, { name, delta, isActive })),
    }
  },
)

const deleteTag = stepsOf('delete tag', { tag: which() }, (clinic, { tag: at }, by: By) => {
  const tag = chosen(clinic.tags, at)
  if (!tag) return undefined
  const isInUse =
    clinic.held.some((one) => one.tag === tag && one.status === 'ACTIVE') ||
    clinic.required.some((one) => one.tag === tag)
  return {
    operation: 'tags_delete',
    input: { id: tag.id },
    refusal:
      unlessManager(by) ||
      (isInUse && inUse('The tag is referenced by employees or positions; deactivate it instead.')),
    perform() {
      clinic.tags = clinic.tags.filter((one) => one !== tag)
      return undefined
    },
  }
})

/** None before today: a sweep may end a tag only in the step that expects it. */
const end = () => fc.constantFrom(null, day(2), day(9), day(60), day(400))
const start = () => fc.constantFrom(day(-400), day(-3), day(1), day(5), day(50))

const held = ({ id, employee, tag, start, end, status }: Held) => ({
  id,
  employee: employee.id,
  tag: tag.id,
  tag_name: tag.name,
  tag_category: tag.category,
  hours_delta: decimal(tag.delta),
  start_date: start,
  end_date: end,
  status,
})

/** Expects an entry in the log of tag changes. */
export function log(
  clinic: Clinic,
  { employee, tag }: { employee: Employee; tag: Tag },
  entry: { action: string; actor: string | null; reason?: string },
) {
  clinic.tagChanges.push({ employee: employee.id, tag: tag.id, ...entry, reason: entry.reason ?? '' })
}

const give = stepsOf(
  'give tag',
  { employee: which(), tag: which(), start: start(), end: end() },
  (clinic, { employee: e, tag: t, start, end }, by: By) => {
    const [employee, tag] = [chosen(clinic.employees, e), chosen(clinic.tags, t)]
    if (!employee || !tag) return undefined
    return {
      operation: 'employee_tags_create',
      input: { employee: employee.id, tag: tag.id, start_date: start, end_date: end },
      refusal:
        unlessManager(by) ||
        wrong({ tag: !tag.isActive }) ||
        wrong({ end_date: end !== null && end < start }),
      perform(answer) {
        const one: Held = { id: answer.id, employee, tag, start, end, status: 'ACTIVE' }
        clinic.held.push(one)
        log(clinic, one, { action: 'ASSIGNED', actor: by.id })
        return held(one)
      },
    }
  },
)

const changeHeld = stepsOf(
  'change held tag',
  {
    held: which(),
    start: maybe(start()),
    end: maybe(end()),
    status: maybe(fc.constantFrom('ACTIVE' as const, 'EXPIRED' as const, 'REVOKED' as const)),
    reason: maybe(fc.constantFrom('', 'Mistake')),
  },
  (clinic, { held: at, ...patch }, by: By) => {
    const one = chosen(clinic.held, at)
    if (!one) return undefined
    const { start = one.start, end = one.end, status = one.status, reason } = patch
    return {
      operation: 'employee_tags_update',
      input: {
        id: one.id,
        ...given({ start_date: patch.start, end_date: patch.end, status: patch.status, reason }),
      },
      refusal:
        unlessManager(by) ||
        wrong({ end_date: end !== null && end < start }) ||
        wrong({ status: status === 'ACTIVE' && one.status !== 'ACTIVE' }),
      perform() {
        const isModified = start !== one.start || end !== one.end
        const action = patch.status && patch.status !== 'ACTIVE' ? patch.status : isModified && 'MODIFIED'
        if (action) log(clinic, one, { action, actor: by.id, reason })
        return held(Object.assign(one, { start, end, status }))
      },
    }
  },
)

const revoke = stepsOf('revoke tag', { held: which() }, (clinic, { held: at }, by: By) => {
  const one = chosen(clinic.held, at)
  if (!one) return undefined
  return {
    operation: 'employee_tags_delete',
    input: { id: one.id },
    refusal: unlessManager(by),
    perform() {
      one.status = 'REVOKED'
      log(clinic, one, { action: 'REVOKED', actor: by.id })
      return undefined
    },
  }
})

export const tagSteps: fc.WeightedArbitrary<Step>[] = [
  { weight: 2, arbitrary: addTag },
  { weight: 3, arbitrary: changeTag },
  { weight: 2, arbitrary: deleteTag },
  { weight: 7, arbitrary: give },
  { weight: 6, arbitrary: changeHeld },
  { weight: 2, arbitrary: revoke },
]
