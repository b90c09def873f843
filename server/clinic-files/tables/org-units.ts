import { randomUUID } from 'node:crypto'
import { OrgUnit } from '../../../entities/work/org-unit.ts'
import { refuseChanges } from '../../../src/errors.ts'
import { checkPlacement, checkWeeklyCap, unitTypes } from '../../../src/work/org-unit.ts'
import type { ClinicRow } from '../files/columns.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { availability, type PlannedPosition, type PlannedUnit } from '../plan/planned.ts'
import { RowIndex } from '../plan/row-index.ts'

type PlannedUnitRow = { row: ClinicRow<'org_units'>; unit: PlannedUnit }

/** Plans the org units by code, parents before their children. */
export function planOrgUnits(plan: ImportPlan): RowIndex<PlannedUnit> {
  const known = plan.stored.orgUnits.map((stored) => {
    const { id, code, unit_type, parent, max_weekly_hours: cap } = stored
    return [[code], { id, stored, unit_type, parent, cap, ...availability(stored) }] as const
  })
  const units = new RowIndex<PlannedUnit>('org_units', plan, known)
  const level = ({ unit_type }: ClinicRow<'org_units'>) => unitTypes.indexOf(unit_type)
  const byLevel = plan.folder.org_units.rows.toSorted((a, b) => level(a) - level(b))
  const planned = byLevel.map((row) => {
    const stored = units.get(row.code)?.stored
    const { unit_type, max_weekly_hours: cap } = row
    const id = stored?.id ?? randomUUID()
    const unit = { id, stored, unit_type, cap, parent: null, ...availability(stored, row.is_active) }
    units.set([row.code], unit)
    return { row, unit }
  })
  for (const one of planned) planOrgUnit(plan, units, one)
  refuseSecondClinic(plan, units, planned)
  return units
}

function planOrgUnit(plan: ImportPlan, units: RowIndex<PlannedUnit>, { row, unit }: PlannedUnitRow) {
  const { kind, line, parent_code, unit_type, ...values } = row
  const parent = parent_code === null ? undefined : units.find(row, 'parent_code', parent_code)
  if (parent_code !== null && !parent) return
  unit.parent = parent?.id ?? null
  checkOrgUnit(plan, { row, unit }, parent)
  const fields = { ...values, parent: unit.parent }
  if (unit.stored) plan.change(row, { entity: OrgUnit, stored: unit.stored, fields })
  else plan.insert(row, OrgUnit, { ...fields, id: unit.id, unit_type, ...plan.stamps })
}

function checkOrgUnit(
  { problems }: ImportPlan,
  { row, unit }: PlannedUnitRow,
  parent: PlannedUnit | undefined,
) {
  const { unit_type, max_weekly_hours } = row
  const { stored } = unit
  const isMoved = unit.parent !== (stored?.parent ?? null)
  const isPlaced = !stored || isMoved || (unit.is_active && !stored.is_active)
  problems.attempt(row, () => {
    if (stored) refuseChanges(stored, { unit_type })
    checkWeeklyCap(unit_type, max_weekly_hours)
    if (isPlaced) checkPlacement(unit_type, parent && { ...parent, is_active: parent.was_active })
  })
  if (unit.is_active && parent?.was_active && !parent.is_active)
    problems.add(row, 'parent_code', 'The parent must be active.')
}

function refuseSecondClinic(
  { problems }: ImportPlan,
  units: RowIndex<PlannedUnit>,
  planned: PlannedUnitRow[],
) {
  const clinics = planned.filter(({ row, unit }) => row.unit_type === 'CLINIC' && !unit.stored)
  const isStored = units.values.some(({ stored, unit_type }) => stored && unit_type === 'CLINIC')
  for (const { row } of isStored ? clinics : clinics.slice(1))
    problems.add(row, 'unit_type', 'Only one CLINIC may exist.')
}

/** The weekly cap of the clinic, if it has one. */
export const clinicCap = (units: RowIndex<PlannedUnit>) =>
  units.values.find(({ unit_type }) => unit_type === 'CLINIC')?.cap ?? null

/** Refuses to retire units with active children or active positions (D29). */
export function checkRetiredUnits(
  { folder, stored, problems }: ImportPlan,
  units: RowIndex<PlannedUnit>,
  positions: RowIndex<PlannedPosition>,
) {
  const inUse = new Set(units.values.flatMap(({ is_active, parent }) => (is_active && parent) || []))
  for (const { id, is_active, org_unit } of stored.positions)
    if (positions.withId(id)?.is_active ?? is_active) inUse.add(org_unit)
  for (const row of folder.org_units.rows) {
    const unit = units.get(row.code)
    if (unit?.stored?.is_active && row.is_active === false && inUse.has(unit.id))
      problems.add(row, 'is_active', 'The org unit has active child units or active positions.')
  }
}
