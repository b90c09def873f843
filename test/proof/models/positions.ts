import fc from 'fast-check'
import { activeOf, coverage, decimal, type Position, type Required } from './clinic.ts'
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

const required = () => fc.constantFrom(1, 800, 2000, 4000, 8000)
const busy = inUse('The position has active assignments.')

const open = stepsOf(
  'open',
  { unit: which(), required: required() },
  (clinic, { unit: at, required }, by: By) => {
    const unit = chosen(clinic.units, at)
    if (!unit) return undefined
    const title = `Position ${clinic.positions.length}`
    return {
      operation: 'positions_create',
      input: { org_unit_id: unit.id, title, required_weekly_hours: decimal(required) },
      refusal: unlessManager(by),
      perform(answer) {
        const position: Position = { id: answer.id, unit, title, required, isActive: true }
        clinic.positions.push(position)
        return coverage(clinic, position)
      },
    }
  },
)

const change = stepsOf(
  'change position',
  { position: which(), unit: maybe(which()), required: maybe(required()), isActive: maybe(fc.boolean()) },
  (clinic, { position: at, ...changes }, by: By) => {
    const position = chosen(clinic.positions, at)
    if (!position) return undefined
    const { required = position.required, isActive = position.isActive } = changes
    const unit =
      (changes.unit === undefined ? undefined : chosen(clinic.units, changes.unit)) ?? position.unit
    const isEmptied = position.isActive && !isActive
    return {
      operation: 'positions_update',
      input: {
        id: position.id,
        ...given({
          org_unit_id: changes.unit === undefined ? undefined : unit.id,
          required_weekly_hours: changes.required && decimal(changes.required),
          is_active: changes.isActive,
        }),
      },
      refusal: unlessManager(by) || (isEmptied && activeOf(clinic, { position }).length > 0 && busy),
      perform: () => coverage(clinic, Object.assign(position, { unit, required, isActive })),
    }
  },
)

const close = stepsOf('close', { position: which() }, (clinic, { position: at }, by: By) => {
  const position = chosen(clinic.positions, at)
  if (!position) return undefined
  return {
    operation: 'positions_delete',
    input: { id: position.id },
    refusal: unlessManager(by) || (activeOf(clinic, { position }).length > 0 && busy),
    perform() {
      position.isActive = false
      return undefined
    },
  }
})

const shown = ({ id, position, tag, isMandatory }: Required) => ({
  id,
  position: position.id,
  tag: tag.id,
  tag_name: tag.name,
  is_mandatory: isMandatory,
})

const require = stepsOf(
  'require',
  { position: which(), tag: which(), isMandatory: fc.boolean() },
  (clinic, { position: p, tag: t, isMandatory }, by: By) => {
    const [position, tag] = [chosen(clinic.positions, p), chosen(clinic.tags, t)]
    if (!position || !tag) return undefined
    const isDouble = clinic.required.some((one) => one.position === position && one.tag === tag)
    return {
      operation: 'position_tags_create',
      input: { position: position.id, tag: tag.id, is_mandatory: isMandatory },
      refusal:
        unlessManager(by) || wrong({ tag: !tag.isActive }) || (isDouble && invalid('non_field_errors')),
      perform(answer) {
        const one: Required = { id: answer.id, position, tag, isMandatory }
        clinic.required.push(one)
        return shown(one)
      },
    }
  },
)

const soften = stepsOf(
  'change required tag',
  { required: which(), isMandatory: fc.boolean() },
  (clinic, { required: at, isMandatory }, by: By) => {
    const one = chosen(clinic.required, at)
    if (!one) return undefined
    return {
      operation: 'position_tags_update',
      input: { id: one.id, is_mandatory: isMandatory },
      refusal: unlessManager(by),
      perform: () => shown(Object.assign(one, { isMandatory })),
    }
  },
)

const drop = stepsOf('drop required tag', { required: which() }, (clinic, { required: at }, by: By) => {
  const one = chosen(clinic.required, at)
  if (!one) return undefined
  return {
    operation: 'position_tags_delete',
    input: { id: one.id },
    refusal: unlessManager(by),
    perform() {
      clinic.required = clinic.required.filter((other) => other !== one)
      return undefined
    },
  }
})

export const positionSteps: fc.WeightedArbitrary<Step>[] = [
  { weight: 1, arbitrary: open },
  { weight: 4, arbitrary: change },
  { weight: 2, arbitrary: close },
  { weight: 2, arbitrary: require },
  { weight: 1, arbitrary: soften },
  { weight: 2, arbitrary: drop },
]
