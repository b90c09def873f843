import { z } from 'zod'
import { maximumRequiredHours, maximumWeekHours } from '../../src/hours.ts'
import type { ChangeKind } from '../../src/planning/scenario/changes/change.ts'
import {
  anyListOf,
  byKind,
  date,
  decimal,
  listedId,
  listOf,
  reference,
  referenceOf,
  requiredText,
} from '../schema/fields.ts'
import { RuleChange, weeklyCap } from '../schema/rules.ts'
import { titleLength } from '../work/positions.ts'

const mostTags = 50

const isRowOrNew = /^(NEW-[1-9]\d?|[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})$/i

/** The id of a row, or NEW-1, NEW-2 and so on for what earlier changes of the list have added. */
const rowOrNew = () => referenceOf((id) => isRowOrNew.test(id), { pattern: isRowOrNew.source })

const anyDate = () => date().nullable().optional()
const tags = () => listOf(listedId(), mostTags)
const anyTags = () => anyListOf(listedId(), mostTags).optional()
const hours = (maximum: number | string) => decimal({ digits: 6, minimum: '0.01', maximum: `${maximum}` })
const weekHours = () => hours(maximumWeekHours)
const required_weekly_hours = hours(maximumRequiredHours)

const of = <const Kind extends ChangeKind, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
  z.object({ kind: z.literal(kind), ...fields })

/** One hypothetical change. */
export const ScenarioChange = byKind([
  of('LEAVE', { employee: rowOrNew(), start_date: anyDate(), end_date: anyDate() }),
  of('RETURN', { employee: rowOrNew(), start_date: anyDate() }),
  of('TERMINATION', { employee: rowOrNew() }),
  of('HIRE', { tags: tags(), start_date: anyDate() }),
  of('TAG_REVOKED', { employee_tag: reference() }),
  of('TAG_EXTENDED', { employee_tag: reference(), end_date: date().nullable() }),
  of('TAG_GRANTED', { employee: rowOrNew(), tag: reference(), start_date: anyDate(), end_date: anyDate() }),
  of('POSITION_ADDED', {
    org_unit_id: reference(),
    title: requiredText(titleLength),
    required_weekly_hours,
    tags: anyTags(),
  }),
  of('POSITION_CHANGED', {
    position_id: rowOrNew(),
    required_weekly_hours: required_weekly_hours.optional(),
    org_unit_id: reference().optional(),
    add_tags: anyTags(),
    remove_tags: anyTags(),
  }),
  of('POSITION_CLOSED', { position_id: rowOrNew() }),
  of('ASSIGNMENT_ADDED', {
    employee: rowOrNew(),
    position_id: rowOrNew(),
    effective_hours: weekHours(),
  }),
  of('ASSIGNMENT_CHANGED', { assignment: rowOrNew(), effective_hours: weekHours() }),
  of('ASSIGNMENT_ENDED', { assignment: rowOrNew() }),
  of('CAP_CHANGED', { max_weekly_hours: weeklyCap().nullable() }),
  of('RULE_CHANGED', RuleChange.shape),
])
