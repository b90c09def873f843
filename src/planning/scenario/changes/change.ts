import type { RuleCode, Severity } from '../../../work/business-rules.ts'

/** The fields of each kind of change, as callers send them; hours are decimals. */
type Fields = {
  LEAVE: { employee: string; start_date?: string | null; end_date?: string | null }
  RETURN: { employee: string; start_date?: string | null }
  TERMINATION: { employee: string }
  HIRE: { tags: string[]; start_date?: string | null }
  TAG_REVOKED: { employee_tag: string }
  TAG_EXTENDED: { employee_tag: string; end_date: string | null }
  TAG_GRANTED: { employee: string; tag: string; start_date?: string | null; end_date?: string | null }
  POSITION_ADDED: { org_unit_id: string; title: string; required_weekly_hours: string; tags?: string[] }
  POSITION_CHANGED: {
    position_id: string
    required_weekly_hours?: string
    org_unit_id?: string
    add_tags?: string[]
    remove_tags?: string[]
  }
  POSITION_CLOSED: { position_id: string }
  ASSIGNMENT_ADDED: { employee: string; position_id: string; effective_hours: string }
  ASSIGNMENT_CHANGED: { assignment: string; effective_hours: string }
  ASSIGNMENT_ENDED: { assignment: string }
  CAP_CHANGED: { max_weekly_hours: string | null }
  RULE_CHANGED: { code: RuleCode; severity?: Severity; threshold?: string | null; enabled?: boolean }
}

export type ChangeKind = keyof Fields

/** One change of a scenario. `NEW-1` stands for the first row of its kind that the scenario adds. */
export type ScenarioChangeOf<Kind extends ChangeKind> = { kind: Kind } & Fields[Kind]
export type ScenarioChange = { [Kind in ChangeKind]: ScenarioChangeOf<Kind> }[ChangeKind]
