import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** A one-line fault: in the file, `from`, which occurs there once, becomes `to`. `test` is the file that should notice. */
export type Mutant = { name: string; file: string; from: string; to: string; test: string }

const inRules: readonly Mutant[] = [
  {
    name: 'a week of exactly the cap breaks the rule',
    file: 'src/work/business-rules.ts',
    from: 'if (hours <= cap)',
    to: 'if (hours < cap)',
    test: 'test/routers/work/assignment-rules.test.ts',
  },
  {
    name: 'a contract that ends today is not near its end',
    file: 'src/work/business-rules.ts',
    from: 'date >= today',
    to: 'date > today',
    test: 'test/src/work/business-rules.test.ts',
  },
  {
    name: 'an employee on leave cannot be terminated',
    file: 'src/people/employee-lifecycle.ts',
    from: "['ACTIVE', 'ON_LEAVE', 'DEACTIVATED']",
    to: "['ACTIVE', 'DEACTIVATED']",
    test: 'test/routers/people/employee-transitions.test.ts',
  },
  {
    name: 'a suspended assignment cannot be ended',
    file: 'src/work/assignment-lifecycle.ts',
    from: "from: ['ACTIVE', 'SUSPENDED']",
    to: "from: ['ACTIVE']",
    test: 'test/routers/work/assignment-transitions.test.ts',
  },
  {
    name: 'a second revocation of a tag is not logged',
    file: 'src/people/employee-tag-lifecycle.ts',
    from: "next !== 'ACTIVE'",
    to: 'next !== current.status',
    test: 'test/routers/people/employee-tags.test.ts',
  },
  {
    name: 'a reduction counts in full in a week that it covers in part',
    file: 'src/people/hours-balance.ts',
    from: 'delta * overlapDays(tag, period)',
    to: 'delta * 7',
    test: 'test/src/people/hours-balance.test.ts',
  },
  {
    name: 'a position with more hours than it requires counts as covered',
    file: 'src/work/coverage.ts',
    from: "assigned === required) return 'COVERED'",
    to: "assigned >= required) return 'COVERED'",
    test: 'test/routers/work/coverage-summary.test.ts',
  },
  {
    name: 'a week begins on Sunday',
    file: 'src/calendar.ts',
    from: 'getUTCDay() + 6) % 7',
    to: 'getUTCDay() + 7) % 7',
    test: 'test/src/calendar.test.ts',
  },
  {
    name: 'supervisors may change master data',
    file: 'src/accounts/permissions.ts',
    from: "  manage: ['ADMIN', 'MANAGER']",
    to: "  manage: ['ADMIN', 'MANAGER', 'SUPERVISOR']",
    test: 'test/routers/callers.test.ts',
  },
]

const inPlanning: readonly Mutant[] = [
  {
    name: 'the proof of a plan counts people who may take no hours there',
    file: 'src/planning/flow/certificate.ts',
    from: 'held(person.tags).filter(isOpen)',
    to: 'held(person.tags)',
    test: 'test/src/planning/flow/certificate.test.ts',
  },
  {
    name: 'a plan leaves out positions that lack less than the minimum',
    file: 'src/planning/flow/problem.ts',
    from: 'Math.min(minimum, need)',
    to: 'minimum',
    test: 'test/src/planning/lines/plan.test.ts',
  },
  {
    name: 'an assignment counts in the forecast a week before it begins',
    file: 'src/planning/forecast/outlook.ts',
    from: 'mondayOf(day) + 6',
    to: 'mondayOf(day) + 7',
    test: 'test/src/planning/forecast/forecast.test.ts',
  },
  {
    name: 'a rebalance leaves out small raises',
    file: 'src/planning/rebalance/rebalance.ts',
    from: '!existing.has(key) && ',
    to: '',
    test: 'test/src/planning/rebalance/rebalance.test.ts',
  },
  {
    name: 'a suggestion that uses up a contract is said to exceed it',
    file: 'src/planning/words/reason.ts',
    from: 'after >= 0 ? say.left',
    to: 'after > 0 ? say.left',
    test: 'test/src/planning/rebalance/rebalance.test.ts',
  },
]

const inStore: readonly Mutant[] = [
  {
    name: 'an EMPLOYEE sees all employees in the list',
    file: 'entities/people/employees.ts',
    from: "isChosen('status', filter.status), ownEmployee(own)",
    to: "isChosen('status', filter.status)",
    test: 'test/routers/row-scope.test.ts',
  },
  {
    name: 'a new assignment does not lock its employee',
    file: 'entities/locks.ts',
    from: ' for update) e',
    to: ') e',
    test: 'test/server/races.test.ts',
  },
  {
    name: 'a log entry is written outside the transaction of its change',
    file: 'entities/logs/log-subscriber.ts',
    from: 'em.insertMany(TransitionLog',
    to: 'em.fork().insertMany(TransitionLog',
    test: 'test/entities/logs/log-subscriber.test.ts',
  },
  {
    name: "the change log shows users' password hashes",
    file: 'entities/schema/functions/change-log.sql',
    from: "when key ~ 'password|secret|token|hash'",
    to: "when key ~ '^(password|secret|token|hash)$'",
    test: 'test/entities/logs/change-log.test.ts',
  },
  {
    name: "a position's total misses new hours of an assignment",
    file: 'entities/schema/functions/totals.sql',
    from: 'having sum(effective_hours) <> 0 or sum(number) <> 0',
    to: 'having sum(number) <> 0',
    test: 'test/routers/work/assignment-changes.test.ts',
  },
  {
    name: 'a seal does not cover the entries before it',
    file: 'entities/schema/functions/seals.sql',
    from: "sha256(head.hash || convert_to(contents[i], 'UTF8'))",
    to: "sha256(convert_to(contents[i], 'UTF8'))",
    test: 'test/entities/logs/seals.test.ts',
  },
  {
    name: 'entries of the change log can be updated',
    file: 'entities/schema/functions/guards.sql',
    from: 'change_log_append_only before delete or update or truncate on change_log\n',
    to: 'change_log_append_only before delete or truncate on change_log\n',
    test: 'test/entities/schema/migrations.test.ts',
  },
  {
    name: 'the last day of a filter is left out',
    file: 'entities/lists/fragments.ts',
    from: '::date + 1`, zone)}',
    to: '::date`, zone)}',
    test: 'test/routers/logs/transitions.test.ts',
  },
  {
    name: 'the assignments of a position lack a field',
    file: 'entities/work/assignments.ts',
    from: "'is_reinforcement', a.is_reinforcement, ",
    to: '',
    test: 'test/routers/work/positions.test.ts',
  },
  {
    name: 'a read that reaches its deadline is answered with 500',
    file: 'routers/gate/errors.ts',
    from: 'isDatabaseUnavailable(cause) || writeRefusal(cause)',
    to: 'writeRefusal(cause)',
    test: 'test/server/outages.test.ts',
  },
]

const inService: readonly Mutant[] = [
  {
    name: 'an assignment of 168 hours is refused',
    file: 'routers/schema/fields.ts',
    from: 'value.gt(maximum)',
    to: 'value.gte(maximum)',
    test: 'test/server/http/bad-input.test.ts',
  },
  {
    name: 'callers are authenticated before they are counted',
    file: 'routers/gate/guard.ts',
    from: 'const [hasEnded, giveBack] = await',
    to: 'await find()\n  const [hasEnded, giveBack] = await',
    test: 'test/routers/gate/order-of-checks.test.ts',
  },
  {
    name: 'any value that the header repeats passes as a CSRF token',
    file: 'routers/gate/csrf.ts',
    from: '!csrfTokenIsValid(services.secrets, sessionId, cookie)',
    to: 'cookie === undefined',
    test: 'test/routers/gate/csrf.test.ts',
  },
  {
    name: 'scripts can read the access token',
    file: 'routers/ports/cookies.ts',
    from: 'path, httpOnly: true',
    to: 'path, httpOnly: false',
    test: 'test/routers/ports/cookies.test.ts',
  },
  {
    name: 'each session of a user has a limit of its own',
    file: 'routers/gate/guard.ts',
    from: "'user', known.userId]",
    to: "'user', known.sessionId]",
    test: 'test/routers/gate/throttling/counting.test.ts',
  },
  {
    name: 'refused requests count',
    file: 'server/throttling/redis-windows.ts',
    from: 'if used >= limit then return {limit + 1,',
    to: "if used >= limit then return {redis.call('incr', KEYS[1]),",
    test: 'test/server/throttling/throttles.test.ts',
  },
  {
    name: 'a session goes on after the reuse of its refresh token',
    file: 'server/auth/sessions.ts',
    from: 'await end(claims.sessionId)\n    throw',
    to: 'throw',
    test: 'test/server/auth/auth.test.ts',
  },
  {
    name: 'access tokens stay valid when all sessions of their user end',
    file: 'routers/gate/caller.ts',
    from: 'caller.is_over || caller.session_epoch !== credentials.epoch',
    to: 'caller.is_over',
    test: 'test/routers/console/accounts/users.test.ts',
  },
  {
    name: 'a session reads from a replica that lacks what it wrote',
    file: 'server/stores/replicas/replicas.ts',
    from: 'replica.isUsable && replica.has(lsn)',
    to: 'replica.isUsable',
    test: 'test/server/stores/replicas/replicas.test.ts',
  },
  {
    name: 'a dry run stores the import',
    file: 'server/clinic-files/import.ts',
    from: 'if (!dryRun) await',
    to: 'await',
    test: 'test/server/clinic-files/import.test.ts',
  },
  {
    name: 'the OpenAPI document says 200 for what is created',
    file: 'server/openapi/document.ts',
    from: '[meta.status ?? 200]:',
    to: '[200]:',
    test: 'test/ops/generate.test.ts',
  },
  {
    name: 'the live feed sends an EMPLOYEE the assignments of others',
    file: 'server/live/stream.ts',
    from: 'if (isOwn(owner))',
    to: 'if (owner)',
    test: 'test/server/live/live.test.ts',
  },
]

/** Slow: the console is built again for all but the first. */
const inConsole: readonly Mutant[] = [
  {
    name: 'a Spanish text lacks a value of the English one',
    file: 'ops/console/src/language/spanish/people.json',
    from: 'pero la cuenta {email} no',
    to: 'pero la cuenta no',
    test: 'test/console/language.test.ts',
  },
  {
    name: 'a column of people shows hours of another',
    file: 'ops/console/src/pages/people/people-page.tsx',
    from: "hoursColumn('Balance', 'balance'",
    to: "hoursColumn('Balance', 'pool_hours'",
    test: 'test/console/pages/people.test.ts',
  },
  {
    name: 'a change can be confirmed without a reason',
    file: 'ops/console/src/dialog/action-dialog.tsx',
    from: "reasonFor !== 'operators' || reason.trim() !== ''",
    to: 'true',
    test: 'test/console/pages/throttles.test.ts',
  },
  {
    name: 'a weekly cap above 168 hours can be saved',
    file: 'ops/console/src/pages/work/rules/rule-words.ts',
    from: 'Number(decimal) <= 168',
    to: 'Number(decimal) <= 9999',
    test: 'test/console/pages.test.ts',
  },
]

export const mutants: readonly Mutant[] = [...inRules, ...inPlanning, ...inStore, ...inService, ...inConsole]

/** What keeps the fault from being planted: the text has changed, or the test has moved. */
export function problemsOf({ name, file, from, test }: Mutant): string[] {
  const count = readFileSync(join(root, file), 'utf8').split(from).length - 1
  return [
    ...(count === 1 ? [] : [`${name}: ${file} contains this ${count} times: ${from}`]),
    ...(existsSync(join(root, test)) ? [] : [`${name}: there is no ${test}`]),
  ]
}
