import type { RuleCode } from '../../../../../../src/work/business-rules.ts'
import { type Message, say } from '../../../language/text.ts'
import { hours, words } from '../../../language/wording.ts'
import type { OperatorAnswers } from '../../../live/api.ts'

export type Rule = OperatorAnswers['rules']['list']['rules'][number]
export type Impact = OperatorAnswers['rules']['preview']['proposed']

/** The names and purposes of the rules as installed; a clinic may change them. */
const seeded = {
  MAX_WEEKLY_HOURS: [
    'Maximum weekly hours',
    'The employee’s active hours plus the requested hours exceed the cap.',
  ],
  DUPLICATE_ASSIGNMENT: [
    'Duplicate assignment',
    'An active assignment already exists for the employee and the position.',
  ],
  EMPLOYEE_TERMINATED: ['Employee terminated', 'The employee is TERMINATED.'],
  TAG_REQUIREMENT_MISMATCH: [
    'Tag requirement mismatch',
    'The employee lacks tags that the position requires.',
  ],
  MAX_CONSECUTIVE_SHIFTS: [
    'Maximum consecutive shifts',
    'The employee is approaching the limit of consecutive working days.',
  ],
  COVERAGE_EXCEEDED: ['Coverage exceeded', 'The position would become OVER_COVERED.'],
  CONTRACT_NEAR_EXPIRY: [
    'Contract near expiry',
    'The employee’s contract expires within the threshold of days.',
  ],
} as const satisfies Record<RuleCode, [name: Message, purpose: Message]>

const translated = (stored: string, english: Message) =>
  stored.replaceAll("'", '’') === english ? say(english) : stored

/** The name of a rule as installed; undefined for any other code. */
export const installedName = (code: string) =>
  Object.hasOwn(seeded, code) ? say(seeded[code as RuleCode][0]) : undefined

export const ruleName = ({ code, name }: Rule) => translated(name, seeded[code][0])
export const rulePurpose = ({ code, description }: Rule) => translated(description, seeded[code][1])

const daysText = (days: string) => say('{count, plural, one {# day} other {# days}}', { count: Number(days) })

/** A limit of the rule, with its unit. */
export const limitText = (code: RuleCode, limit: string) =>
  code === 'MAX_WEEKLY_HOURS' ? hours(limit) : daysText(limit)

export function thresholdText({ code, threshold, default_threshold }: Rule) {
  const limit = threshold ?? default_threshold
  return limit ? limitText(code, limit) : '–'
}

/** What may be changed of a rule, in words. */
export const ruleFields = (rule: Rule) => ({
  [say('Severity')]: words(rule.severity),
  [say('Threshold')]: rule.takes_threshold ? thresholdText(rule) : undefined,
  [say('State')]: rule.enabled ? say('in force') : say('switched off'),
})

/** The label of a threshold, with its unit. */
export const thresholdLabel = (code: RuleCode) =>
  code === 'MAX_WEEKLY_HOURS' ? say('Threshold in hours') : say('Threshold in days')

const found = {
  MAX_WEEKLY_HOURS:
    '{count, plural, =0 {No one is over the cap} one {# person is over the cap} other {# people are over the cap}}',
  DUPLICATE_ASSIGNMENT:
    '{count, plural, =0 {No one has two active assignments to one position} one {# person has two active assignments to one position} other {# people have two active assignments to one position}}',
  EMPLOYEE_TERMINATED:
    '{count, plural, =0 {No one is terminated and still assigned} one {# person is terminated and still assigned} other {# people are terminated and still assigned}}',
  TAG_REQUIREMENT_MISMATCH:
    '{count, plural, =0 {No one lacks a required tag} one {# person lacks a required tag} other {# people lack a required tag}}',
  MAX_CONSECUTIVE_SHIFTS:
    '{count, plural, =0 {No one reaches the limit of working days} one {# person reaches the limit of working days} other {# people reach the limit of working days}}',
  COVERAGE_EXCEEDED:
    '{count, plural, =0 {No one is in a position with too many hours} one {# person is in a position with too many hours} other {# people are in positions with too many hours}}',
  CONTRACT_NEAR_EXPIRY:
    '{count, plural, =0 {No contract ends within the threshold} one {# person has a contract that ends within the threshold} other {# people have a contract that ends within the threshold}}',
} as const satisfies Record<RuleCode, Message>

/** What a rule finds among the current assignments. */
export function impactText(code: RuleCode, { enabled, employee_count, assignment_count }: Impact) {
  if (!enabled) return say('The rule is switched off and finds nothing.')
  const people = say(found[code], { count: employee_count })
  if (!employee_count) return `${people}.`
  return say('{people}, in {count, plural, one {# assignment} other {# assignments}}.', {
    people,
    count: assignment_count,
  })
}

export const isCap = (decimal: string | null) =>
  decimal === null || (Number(decimal) > 0 && Number(decimal) <= 168)

export const sameDecimal = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Number(one) === Number(other))
