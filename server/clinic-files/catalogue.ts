import { randomUUID } from 'node:crypto'
import type { Decimal } from 'decimal.js'
import { OrgUnit } from '../../entities/org-unit.ts'
import { Position } from '../../entities/position.ts'
import { PositionTag } from '../../entities/position-tag.ts'
import { Tag } from '../../entities/tag.ts'
import { refuseChanges } from '../../src/errors.ts'
import { sumHours } from '../../src/hours.ts'
import {
  checkHoldsPositions,
  checkPlacement,
  checkWeeklyCap,
  type UnitType,
  unitTypes,
} from '../../src/org-unit.ts'
import { checkAssignable, type TagCategory } from '../../src/tag.ts'
import { given, Known, planChange, type Work } from './work.ts'

/** Whether a row is active once the import is done, and whether it was when others began to rest on it. */
type Activity = { is_active: boolean; was_active: boolean }

type UnitPlan = Activity & { id: string; unit_type: UnitType; parent: string | null; cap: string | null }
export type TagPlan = Activity & { id: string; name: string; category: TagCategory }
export type PositionPlan = Activity & {
  id: string
  required_weekly_hours: string
  requirements: { tag: string; name: string; is_mandatory: boolean }[]
  /** Of its ACTIVE assignments. */
  assigned: Decimal
  count: number
  /** False when a broken row has something to say about it. */
  isCertain: boolean
}

const activity = (stored: { is_active: boolean } | undefined, is_active = stored?.is_active ?? true) => ({
  is_active,
  // What is new may be retired by the very import that makes it.
  was_active: is_active || (stored?.is_active ?? true),
})

const unitPlan = (unit: OrgUnit): UnitPlan => ({
  id: unit.id,
  unit_type: unit.unit_type,
  parent: unit.parent ?? null,
  cap: unit.max_weekly_hours ?? null,
  ...activity(unit),
})

/** Org units by code; parents before what is under them. */
export function planOrgUnits(work: Work): Known<UnitPlan> {
  const { folder, stored, problems, report, waves, em, by } = work
  const known = new Known<UnitPlan>('org_units', work)
  const storedUnits = new Map(stored.orgUnits.map((unit) => [unit.code, unit]))
  for (const unit of stored.orgUnits) known.set([unit.code], unitPlan(unit))
  for (const { code } of folder.org_units.broken) known.addBroken(code)

  const rows = folder.org_units.rows.toSorted(
    (a, b) => unitTypes.indexOf(a.unit_type) - unitTypes.indexOf(b.unit_type),
  )
  for (const { code, ...row } of rows) {
    const unit = storedUnits.get(code)
    const { unit_type, max_weekly_hours: cap } = row
    const id = unit?.id ?? randomUUID()
    known.set([code], { id, unit_type, parent: null, cap, ...activity(unit, row.is_active) })
  }
  for (const row of rows) {
    const { code, name, short_name, unit_type, parent_code, sort_order, max_weekly_hours } = row
    const { is_active, is_management } = row
    const fields = { code, name, short_name, sort_order, max_weekly_hours, is_active, is_management }
    const unit = storedUnits.get(code)
    const plan = known.get(code)
    const parent = parent_code === null ? undefined : known.find(problems, row, ['parent_code'], parent_code)
    if (!plan || (parent_code !== null && !parent)) continue
    plan.parent = parent?.id ?? null
    const isPlaced = !unit || plan.parent !== (unit.parent ?? null) || (plan.is_active && !unit.is_active)
    problems.attempt(row, () => {
      if (unit) refuseChanges(unit, { unit_type })
      checkWeeklyCap(unit_type, max_weekly_hours)
      if (isPlaced) checkPlacement(unit_type, parent && { ...parent, is_active: parent.was_active })
    })
    if (plan.is_active && parent && !parent.is_active && parent.was_active)
      problems.add(row, 'parent_code', `The parent must be active.`)
    if (unit) planChange(work, 'org_units', unit, { ...fields, parent: plan.parent })
    else {
      report.org_units.inserted++
      const stamps = { created_at: by.at, updated_at: by.at }
      const values = { ...given(fields), id: plan.id, unit_type, parent: plan.parent, ...stamps }
      waves.base.push(() => em.create(OrgUnit, values))
    }
  }
  const clinics = known.values.filter(({ unit_type }) => unit_type === 'CLINIC').length
  const newClinics = rows.filter(({ unit_type, code }) => unit_type === 'CLINIC' && !storedUnits.has(code))
  for (const row of newClinics.slice(newClinics.length - (clinics - 1)))
    problems.add(row, 'unit_type', 'Only one CLINIC may exist.')
  return known
}

/** Refuses to retire units and positions that something active still rests on (D29). */
export function checkRetired(work: Work, units: Known<UnitPlan>, positions: Known<PositionPlan>) {
  const { folder, stored, problems } = work
  const inUse = new Set(units.values.flatMap(({ is_active, parent }) => (is_active && parent) || []))
  const plans = new Map(positions.values.map((plan) => [plan.id, plan]))
  for (const { id, is_active, org_unit } of stored.positions)
    if (plans.get(id)?.is_active ?? is_active) inUse.add(org_unit)
  const storedUnits = new Map(stored.orgUnits.map((unit) => [unit.code, unit]))
  for (const row of folder.org_units.rows) {
    const unit = storedUnits.get(row.code)
    if (unit?.is_active && row.is_active === false && inUse.has(unit.id))
      problems.add(row, 'is_active', 'The org unit has active child units or active positions.')
  }
  for (const row of folder.positions.rows) {
    const plan = positions.get(row.org_unit_code, row.title)
    if (plan && !plan.is_active && plan.count > 0)
      problems.add(row, 'is_active', 'The position has active assignments.')
  }
}

/** The weekly cap of the clinic, if it has one. */
export const clinicCap = (units: Known<UnitPlan>) =>
  units.values.find(({ unit_type }) => unit_type === 'CLINIC')?.cap ?? null

/** Tags by name. */
export function planTags(work: Work): Known<TagPlan> {
  const { folder, stored, report, waves, em, by } = work
  const known = new Known<TagPlan>('tags', work)
  const storedTags = new Map(stored.tags.map((tag) => [tag.name, tag]))
  for (const tag of stored.tags)
    known.set([tag.name], { id: tag.id, name: tag.name, category: tag.category, ...activity(tag) })
  for (const { name } of folder.tags.broken) known.addBroken(name)
  for (const { name, display_name, category, hours_delta, description, is_active } of folder.tags.rows) {
    const fields = { name, display_name, category, hours_delta, description, is_active }
    const tag = storedTags.get(name)
    const id = tag?.id ?? randomUUID()
    known.set([name], { id, name, category, ...activity(tag, is_active) })
    if (tag) planChange(work, 'tags', tag, fields)
    else {
      report.tags.inserted++
      const values = { ...given(fields), id, created_at: by.at, updated_at: by.at }
      waves.base.push(() => em.create(Tag, values))
    }
  }
  return known
}

/** Positions by the code of their unit and their title. */
export function planPositions(work: Work, units: Known<UnitPlan>): Known<PositionPlan> {
  const { folder, stored, problems, report, waves, em, by } = work
  const known = new Known<PositionPlan>('positions', work)
  const codes = new Map(stored.orgUnits.map(({ id, code }) => [id, code]))
  const storedPositions = new Map(stored.positions.map((position) => [position.id, position]))
  for (const position of stored.positions) {
    const { hours = sumHours([]), count = 0 } = stored.coverage.get(position.id) ?? {}
    const { id, required_weekly_hours, title } = position
    const plan = { id, required_weekly_hours, requirements: [], assigned: hours, count, isCertain: true }
    known.addStored([codes.get(position.org_unit) ?? '', title], { ...plan, ...activity(position) })
  }
  for (const { org_unit_code, title } of folder.positions.broken) {
    known.addBroken(org_unit_code, title)
    const plan = known.get(org_unit_code ?? '', title ?? '')
    if (plan) plan.isCertain = false
  }
  for (const row of folder.positions.rows) {
    const { org_unit_code, title, required_weekly_hours, notes, is_active } = row
    const fields = { title, required_weekly_hours, notes, is_active }
    if (known.isAmbiguous(org_unit_code, title)) {
      known.find(problems, row, ['title'], org_unit_code, title)
      continue
    }
    const old = known.get(org_unit_code, title)
    const position = old && storedPositions.get(old.id)
    const empty = { requirements: [], assigned: sumHours([]), count: 0, isCertain: true }
    const plan = {
      ...(old ?? { id: randomUUID(), ...empty }),
      required_weekly_hours,
      ...activity(position, is_active),
    }
    known.set([org_unit_code, title], plan)
    const unit = units.find(problems, row, ['org_unit_code'], org_unit_code)
    if (!unit) continue
    const isPlaced = !position || (plan.is_active && !position.is_active)
    problems.attempt(row, () => {
      checkHoldsPositions(unit, { mayBeInactive: !plan.is_active })
      if (isPlaced) checkHoldsPositions({ ...unit, is_active: unit.was_active })
    })
    if (position) planChange(work, 'positions', position, fields)
    else {
      report.positions.inserted++
      const stamps = { created_at: by.at, updated_at: by.at }
      const values = { ...given(fields), id: plan.id, org_unit: unit.id, ...stamps }
      waves.base.push(() => em.create(Position, values))
    }
  }
  return known
}

/** What positions require, by position and tag. */
export function planPositionTags(work: Work, positions: Known<PositionPlan>, tags: Known<TagPlan>) {
  const { folder, stored, problems, report, waves, em, by } = work
  const pair = (position: string, tag: string) => `${position} ${tag}`
  const storedPairs = new Map(stored.positionTags.map((row) => [pair(row.position, row.tag), row]))
  const byId = new Map(positions.values.map((plan) => [plan.id, plan]))
  const tagsById = new Map(tags.values.map((plan) => [plan.id, plan]))
  for (const { org_unit_code = '', position_title = '' } of folder.position_tags.broken) {
    const plan = positions.get(org_unit_code, position_title)
    if (plan) plan.isCertain = false
  }
  const isNamed = new Set<PositionTag>()
  for (const row of folder.position_tags.rows) {
    const { org_unit_code, position_title, is_mandatory } = row
    const columns = ['org_unit_code', 'position_title']
    const position = positions.find(problems, row, columns, org_unit_code, position_title)
    const tag = tags.find(problems, row, ['tag'], row.tag)
    if (position && !tag) position.isCertain = false
    if (!position || !tag) continue
    position.requirements.push({ tag: tag.id, name: tag.name, is_mandatory })
    const requirement = storedPairs.get(pair(position.id, tag.id))
    if (requirement) {
      isNamed.add(requirement)
      planChange<PositionTag & { updated_at?: undefined }>(work, 'position_tags', requirement, {
        is_mandatory,
      })
    } else {
      problems.attempt(row, () => checkAssignable({ is_active: tag.was_active }))
      report.position_tags.inserted++
      const values = { position: position.id, tag: tag.id, is_mandatory, created_at: by.at }
      waves.base.push(() => em.create(PositionTag, values))
    }
  }
  for (const requirement of stored.positionTags) {
    const { position, tag, is_mandatory } = requirement
    const name = tagsById.get(tag)?.name ?? ''
    if (!isNamed.has(requirement)) byId.get(position)?.requirements.push({ tag, name, is_mandatory })
  }
}
