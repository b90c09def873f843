import type { Language } from '../../language.ts'
import type { EmployeeStatus } from '../../people/employee-lifecycle.ts'
import type { TagCategory } from '../../people/tag.ts'
import { compareText } from '../../text-order.ts'
import type { RuleSetting } from '../../work/business-rules.ts'
import type { UnitType } from '../../work/org-unit.ts'

// Everything that planning looks at, in one snapshot of the clinic. Hours are whole hundredths, days are numbers as in
// `toDay`, rows refer to one another by index, and every list is sorted by id.

export type TagFacts = {
  id: string
  name: string
  display_name: string
  category: TagCategory
  hours_delta: number
  /** False for a deleted tag too. */
  is_active: boolean
}

export type UnitFacts = {
  id: string
  code: string
  name: string
  type: UnitType
  parent: number | null
  is_active: boolean
}

/** An ACTIVE employee tag; an open one ends on Infinity. */
export type HeldTagFacts = { id: string; tag: number; start: number; end: number }

export type EmployeeFacts = {
  id: string
  name: string
  number: string
  status: EmployeeStatus
  previous_status: EmployeeStatus | null
  tags: HeldTagFacts[]
  /** The day after today from which they are expected to be at work: back from leave, or hired. */
  expected?: number | undefined
}

/** An active position, with the tags that it requires. */
export type PositionFacts = {
  id: string
  title: string
  unit: number
  required: number
  mandatory: number[]
  optional: number[]
  /** What is required from a day on, by that day; null for what the position itself requires. */
  dated?: DatedHours[] | undefined
  /** What the position itself requires and the rules go by, where a dated requirement counts. */
  own?: number | undefined
}

export type DatedHours = { from: number; required: number | null }

/** An ACTIVE or SUSPENDED assignment; `from` is the day of its effective_date. */
export type AssignedHours = {
  id: string
  /** -1 for the hours of people whom the snapshot leaves out. */
  employee: number
  /** -1 where the position is inactive: the hours still count as the employee's. */
  position: number
  hours: number
  from: number | null
  is_suspended: boolean
}

/** The largest headroom, in percent. */
export const mostHeadroom = 90

/** How hours are counted: the clinic's settings, or what a request asks for instead. */
export type Basis = {
  /** How many hundredths of a percent of every pool are kept for leave, sickness and study. */
  headroom: number
  /** The weekly hours of a full-time equivalent, in hundredths. */
  full_time: number
}

export type ClinicFacts = Basis & {
  /** The clinic's date when the snapshot was taken. */
  today: number
  /** The clinic's max_weekly_hours. */
  weekly_cap: number | null
  rules: RuleSetting[]
  tags: TagFacts[]
  units: UnitFacts[]
  employees: EmployeeFacts[]
  positions: PositionFacts[]
  assignments: AssignedHours[]
}

/** The status of rows that the facts leave out, by id. */
export type LeftOut = Readonly<Record<string, string>>

/** The names of the tags, in order. */
export const tagNames = ({ tags }: ClinicFacts, indexes: readonly number[]) =>
  indexes.map((tag) => tags[tag]?.name ?? '').sort(compareText)

/** Which of the rows are shown, and the language of their sentences. */
export type ShownPart = { limit: number; offset: number; language?: Language | undefined }

/** Up to what people may be planned: what their contract gives, or what the weekly cap allows. */
export type HoursLimit = 'CONTRACT' | 'WEEKLY_CAP'
