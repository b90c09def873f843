import { callsBy } from './call.ts'
import {
  assignment,
  emergency,
  emergencyAssistant,
  employee,
  endedEarlier,
  onWard2A,
  orgUnit,
  position,
  positionTag,
  tag,
  unknown,
  yilmaz,
} from './stable.ts'

const nightWork = {
  employee: employee('SA-0348'),
  position_id: position('AUR-DIA-RAD-RAD', 'Radiographer, night'),
}
const infusion = ['AUR-MED-INT-DAY', 'Infusion nurse'] as const
const intensiveCare = ['AUR-EMC-ICU-ICU', 'Intensive care nurse, day'] as const

const assignmentCalls = callsBy('supervisor', {
  'assignments.create': {
    input: {
      employee: yilmaz,
      position_id: emergencyAssistant,
      effective_hours: '20.00',
      effective_date: '2026-11-23',
      notes: 'Until the winter plan ends.',
      is_reinforcement: false,
    },
    invalid: {
      field: { effective_hours: '0.00' },
      pair: {},
      rule: { ...nightWork, effective_hours: '10.00' },
    },
  },
  'assignments.update': {
    input: { id: onWard2A, effective_hours: '12.00', notes: 'Four hours more until Christmas.' },
    invalid: { field: { position_id: unknown }, rule: { effective_hours: '40.00' } },
    conflicts: { ended: { id: endedEarlier } },
  },
  'assignments.suspend': {
    input: { id: assignment('SA-0364', 'AUR-MGT-LOG', 'Porter'), reason: 'Injury' },
    invalid: { field: { reason: ['Injury'] } },
    conflicts: { not_from_suspended: {} },
  },
  'assignments.resume': {
    input: { id: assignment('SA-0361', 'AUR-MGT-LOG', 'Porter'), reason: 'Fit again' },
    invalid: { field: { reason: ['Fit again'] } },
    given: [
      ['assignments.suspend', { id: assignment('SA-0263', ...infusion) }],
      ['positions.delete', { id: position(...infusion) }],
      [
        'assignments.create',
        { employee: employee('SA-0216'), position_id: position(...intensiveCare), effective_hours: '10.00' },
      ],
    ],
    conflicts: {
      not_from_active: {},
      position_inactive: { id: assignment('SA-0263', ...infusion) },
      pair: { id: assignment('SA-0216', ...intensiveCare) },
    },
  },
  'assignments.end': {
    input: {
      id: assignment('SA-0269', 'AUR-SUR-WRD-3B', 'Nurse, day'),
      end_reason: 'TRANSFER',
      notes: 'Full hours on Ward 3A',
    },
    invalid: { field: { end_reason: 'BORED' } },
    conflicts: { not_from_ended: {} },
  },
})

const masterDataCalls = callsBy('manager', {
  'tags.create': {
    input: {
      name: 'Dialysis',
      display_name: 'Dialysis nurse',
      category: 'QUALIFICATION',
      hours_delta: '0.00',
      description: 'May run a dialysis machine alone.',
    },
    invalid: { field: { name: 'D' }, name_is_taken: {} },
  },
  'tags.update': {
    input: { id: tag('UnionDuty'), description: 'For elected representatives of the staff.' },
    invalid: { field: { hours_delta: '4.125' }, name_is_taken: { name: 'Nurse' } },
  },
  'tags.delete': {
    input: (answered) => ({ id: answered('tags.create').id }),
    conflicts: { has_dependencies: { id: tag('Nurse') } },
  },
  'position_tags.create': {
    input: { position: emergencyAssistant, tag: tag('NightDuty'), is_mandatory: false },
    invalid: { field: { tag: unknown }, pair: {} },
  },
  'position_tags.update': {
    input: { id: positionTag(emergency, 'Emergency care assistant', 'BLS-Course'), is_mandatory: true },
    invalid: { field: { is_mandatory: 'perhaps' }, other_tag: { tag: tag('ALS-Course') } },
  },
  'position_tags.delete': { input: { id: positionTag('AUR-MED-INT-2A', 'Ward physician', 'ALS-Course') } },

  'org_units.create': {
    input: {
      parent_id: orgUnit('AUR-EMC-EMR'),
      unit_type: 'UNIT',
      code: 'AUR-EMC-EMR-OBS',
      name: 'Emergency Observation',
      short_name: 'Observation',
      sort_order: 3,
    },
    invalid: { field: { sort_order: 3.5 }, place: { parent_id: orgUnit('AURELIA') } },
  },
  'org_units.update': {
    input: { id: orgUnit('AUR-EMC-EMR-TRE'), short_name: 'Treatment' },
    invalid: { field: { name: '' }, place: { parent_id: orgUnit('AURELIA') } },
    conflicts: { has_dependencies: { is_active: false } },
  },
  'org_units.delete': {
    input: (answered) => ({ id: answered('org_units.create').id }),
    conflicts: { has_dependencies: { id: orgUnit('AUR-EMC-EMR') } },
  },

  'positions.create': {
    input: {
      org_unit_id: orgUnit(emergency),
      title: 'Emergency care assistant, night',
      required_weekly_hours: '30.00',
      notes: 'From December.',
    },
    invalid: { field: { required_weekly_hours: '0.00' }, place: { org_unit_id: orgUnit('AUR-EMC') } },
  },
  'positions.update': {
    input: { id: emergencyAssistant, required_weekly_hours: '64.00' },
    invalid: { field: { title: '' }, place: { org_unit_id: orgUnit('AUR-EMC') } },
    conflicts: { has_dependencies: { is_active: false } },
  },
  'positions.duplicate': {
    input: { id: emergencyAssistant, title: 'Emergency care assistant, weekend' },
    invalid: { field: { required_weekly_hours: 'many' } },
  },
  'positions.delete': {
    input: { id: position('AUR-SUR-WRD-3B', 'Nurse, night') },
    conflicts: { has_dependencies: { id: emergencyAssistant } },
  },
})

/** Calls that change assignments and master data. */
export const workCalls = { ...assignmentCalls, ...masterDataCalls }
