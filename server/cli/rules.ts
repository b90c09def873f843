import { LockMode } from '@mikro-orm/core'
import { Argument, Option } from 'commander'
import { BusinessRule } from '../../entities/work/business-rule.ts'
import { decimal } from '../../routers/schema/fields.ts'
import { type RuleCode, ruleCodes, type Severity, severities } from '../../src/work/business-rules.ts'
import { changedRule } from '../../src/work/rule-change.ts'
import type { Command } from './common/command.ts'
import {
  asJson,
  carryOut,
  only,
  print,
  readBy,
  type Shown,
  table,
  withDatabase,
} from './common/connection.ts'

type RuleOptions = { severity?: Severity; threshold?: string; enabled?: 'true' | 'false' }

/** `coverage rules ...` (D38). */
export function addCommands(program: Command) {
  const rules = program.command('rules').description('show and change the business rules')

  rules
    .command('list')
    .description('show all rules')
    .option(...asJson)
    .examples('coverage rules list')
    .action(listRules)

  rules
    .command('set')
    .description('change how a rule applies to assignments from now on')
    .addArgument(new Argument('<code>').choices(ruleCodes))
    .addOption(new Option('--severity <severity>', 'what a violation means').choices(severities))
    .option('--threshold <number>', 'a number, or none for the default', readThreshold)
    .addOption(new Option('--enabled <boolean>', 'whether the rule applies').choices(['true', 'false']))
    .examples(
      'coverage rules set MAX_WEEKLY_HOURS --threshold 48',
      'coverage rules set CONTRACT_NEAR_EXPIRY --threshold none',
      'coverage rules set TAG_REQUIREMENT_MISMATCH --severity WARNING',
      'coverage rules set COVERAGE_EXCEEDED --enabled false',
    )
    .action((code: RuleCode, change: RuleOptions, command: Command) => {
      if (Object.keys(change).length === 0)
        command.error("error: give at least one of '--severity', '--threshold' and '--enabled'")
      return setRule(code, change)
    })
}

const readNumber = readBy(decimal({ digits: 10, minimum: '0' }))
const readThreshold = (text: string) => (text === 'none' ? text : readNumber(text))

const listRules = (shown: Shown) =>
  withDatabase(async (orm) => {
    const rules = await orm.em.fork().find(BusinessRule, {}, { orderBy: { code: 'asc' } })
    const columns = ['code', 'severity', 'threshold', 'enabled', 'name'] as const
    const all = rules.map((rule) => only(rule, columns))
    const rows = () => all.map((rule) => columns.map((column) => String(rule[column] ?? 'none')))
    print(shown, all, () => table([...columns], rows()))
  })

const setRule = (code: RuleCode, { severity, threshold, enabled }: RuleOptions) => {
  const change = changedRule(code, {
    severity,
    threshold: threshold === 'none' ? null : threshold,
    enabled: enabled === undefined ? undefined : enabled === 'true',
  })
  return carryOut('rules set', `${code} ${JSON.stringify(change)}`, async ({ inTransaction }) => {
    const rule = await inTransaction(async (em) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const
      const found = await em.findOneOrFail(BusinessRule, { code }, lock)
      found.revise(change, new Date())
      return found
    })
    const state = rule.enabled ? 'enabled' : 'disabled'
    console.log(`${code} is ${state}: ${rule.severity}, threshold ${rule.threshold ?? 'none'}.`)
  })
}
