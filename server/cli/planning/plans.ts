import { readClinicSnapshot, readLeftOutOf } from '../../../entities/clinic-snapshot.ts'
import type { Em } from '../../../entities/connection/em.ts'
import { readFirst, readOne } from '../../../entities/lists/page.ts'
import { applicationList } from '../../../entities/planning/application-log.ts'
import { draftDetail, draftList, draftNameLength, PlanDraft } from '../../../entities/planning/plan-draft.ts'
import { maximumPageSize } from '../../../routers/endpoints/page.ts'
import { countedBy, fingerprintOf } from '../../../routers/planning/planned.ts'
import { PlanInput } from '../../../routers/planning/plans.ts'
import { takeBack } from '../../../routers/planning/stored/applications.ts'
import { applyDraft, newDraft } from '../../../routers/planning/stored/drafts.ts'
import { isUuid, label } from '../../../routers/schema/fields.ts'
import { calendarIn } from '../../../src/calendar.ts'
import { formatHundredths, toHundredths } from '../../../src/hours.ts'
import type { Author } from '../../../src/logs/audit.ts'
import { clinicFacts } from '../../../src/planning/facts/read-snapshot.ts'
import { tasks } from '../../../src/planning/tasks.ts'
import type { Command } from '../common/command.ts'
import {
  asJson,
  CommandRefusal,
  carryOut,
  only,
  print,
  readBy,
  type Shown,
  withDatabase,
} from '../common/connection.ts'
import { choicesOf, ofSecure, type PlanOptions, withChoices } from './questions.ts'
import { tableOf } from './texts.ts'

const maximumLines = 500

type KeepOptions = PlanOptions & { name: string }

/** `coverage plans ...`: drafts, and what was applied. */
export function addCommands(program: Command) {
  const plans = program
    .command('plans')
    .description('keep plans for coming weeks, apply them, and take them back')
    .examples(
      'coverage plans keep --date 2026-12-14 --unit ICU',
      'coverage plans list',
      'coverage plans apply 0b6d…',
    )
  const command = (name: string, description: string, example: string) =>
    plans
      .command(name)
      .description(description)
      .option(...asJson)
      .examples(`coverage plans ${example}`)
  command('list', 'list the kept drafts, the newest first', 'list').action(listDrafts)
  command('applied', 'list what was applied, the newest first', 'applied').action(listApplied)
  command('show <draft>', 'show a draft, and which of its lines still hold', 'show 0b6d…').action(showDraft)
  command('apply <draft>', 'apply a draft, from the Monday of its week on', 'apply 0b6d…').action(applyKept)
  command(
    'take-back <application>',
    'take back what was applied, while nothing has changed since',
    'take-back 5c1f…',
  ).action(takeBackApplied)
  withChoices(plans.command('keep'), 'requiredOption')
    .option(...ofSecure)
    .option('--name <name>', 'a name for the draft', readBy(label(draftNameLength)), '')
    .description('keep the plan for a coming day as a draft')
    .examples('coverage plans keep --date 2026-12-14 --unit ICU --name "Before the holidays"')
    .action(keepPlan)
}

const listDrafts = (shown: Shown) =>
  withDatabase(async (orm) => {
    const drafts = await readFirst(orm.em.fork(), draftList, maximumPageSize)
    const rows = drafts.map(({ id, reference_date, name, line_count, added_hours, application }) => {
      const applied = application ? `by ${application.applied_by_name}` : 'no'
      return [id, reference_date, name, line_count, added_hours, applied]
    })
    print(shown, drafts, () => tableOf('Draft, For, Name, Lines >, Added >, Applied', rows) || 'No drafts.')
  })

const listApplied = (shown: Shown) =>
  withDatabase(async (orm) => {
    const applied = await readFirst(orm.em.fork(), applicationList, maximumPageSize)
    const rows = applied.map(({ id, kind, applied_at, applied_by_name, change_count, taken_back }) => {
      const back = taken_back ? `by ${taken_back.by_name}` : 'no'
      return [id, kind, applied_at, applied_by_name, change_count, back]
    })
    const head = 'Application, Kind, Applied at, By, Changes >, Taken back'
    print(shown, applied, () => tableOf(head, rows) || 'Nothing was applied.')
  })

const showDraft = (id: string, shown: Shown) =>
  withDatabase(async (orm, { timeZone, basis }) => {
    const em = orm.em.fork()
    const draft = await draftNamed(em, id)
    const today = calendarIn(timeZone)(new Date())
    const facts = { ...clinicFacts(await readClinicSnapshot(em, today)), ...basis }
    const { options, lines, application } = draft
    // Once applied, its lines are no longer checked: they would clash with themselves.
    const headroom = toHundredths(options.headroom_pct)
    const found = application
      ? null
      : tasks.drift({ ...facts, headroom }, { ...options, lines, left_out: await readLeftOutOf(em, options) })
    const applied = application && `${application.applied_by_name} applied it at ${application.applied_at}.`
    const rows = lines.map(({ org_unit_name, position_title, employee_name, effective_hours }, index) => {
      const now = found?.lines[index]
      const why = Object.values(now?.problems ?? {})
        .flat()
        .join(' ')
      return [org_unit_name, position_title, employee_name, effective_hours, now?.state ?? '', why]
    })
    const head = 'Org unit, Position, Employee, Hours >, State, Why'
    print(shown, { ...draft, drift: found }, () => `${applied ?? found?.sentence}\n\n${tableOf(head, rows)}`)
  })

async function draftNamed(em: Em, id: string) {
  const draft = isUuid(id) ? await readOne(em, draftDetail, id) : undefined
  if (!draft) throw new CommandRefusal(`There is no draft ${id}.`)
  return draft
}

const keepPlan = (choices: KeepOptions) =>
  carryOut('plans keep', choices.name, async ({ orm, settings, author, inTransaction }) => {
    const today = calendarIn(settings.timeZone)(new Date())
    const snapshot = await readClinicSnapshot(orm.em.fork(), today)
    const headroom = choices.headroom ?? settings.basis.headroom
    const basis = { ...settings.basis, headroom }
    const facts = { ...clinicFacts(snapshot), ...basis }
    const demand = choices.secure ? 'SECURE' : 'BOOKED'
    const { keep: _, ...asked } = PlanInput.parse({ ...choicesOf(facts, choices), demand })
    const options = {
      ...asked,
      reference_date: choices.date ?? today,
      headroom_pct: formatHundredths(headroom),
    }
    const { lines } = tasks.plan(facts, { ...options, keep: [] })
    if (!lines.length) throw new CommandRefusal('There is nothing to plan for that day.')
    if (lines.length > maximumLines)
      throw new CommandRefusal(
        `The plan has ${lines.length} lines, and a draft at most ${maximumLines}; choose an org unit.`,
      )
    const sent = lines.map((line) =>
      only(line, ['employee', 'position_id', 'assignment', 'current_hours', 'effective_hours']),
    )
    const found = tasks.kept_plan(facts, { ...options, lines: sent }).lines
    const fingerprint = fingerprintOf(countedBy(basis, snapshot))
    const kept = newDraft({ name: choices.name, lines: sent, options, fingerprint }, found, applierOf(author))
    const id = await inTransaction(async (em) => {
      const draft = em.create(PlanDraft, { ...kept, created_at: new Date() })
      return draft.id
    })
    print(choices, { id }, () => `Kept ${lines.length} lines as draft ${id}.`)
  })

const applyKept = (draft_id: string, shown: Shown) =>
  carryOut('plans apply', draft_id, async ({ orm, settings, author, inTransaction }) => {
    await draftNamed(orm.em.fork(), draft_id)
    const today = calendarIn(settings.timeZone)(new Date())
    const clock = () => new Date()
    const how = { draft_id, notes: '', by: applierOf(author), basis: settings.basis, today, clock }
    const applied = await inTransaction((em) => applyDraft(em, how))
    print(
      shown,
      applied,
      () =>
        `Applied ${applied.applied.length} lines, ${applied.covered_hours} h a week.\nTake them back with: coverage plans take-back ${applied.application}`,
    )
  })

const takeBackApplied = (id: string, shown: Shown) =>
  carryOut('plans take-back', id, async ({ author, inTransaction }) => {
    if (!isUuid(id)) throw new CommandRefusal(`Nothing was applied under ${id}.`)
    const by = applierOf(author)
    const done = await inTransaction((em) => takeBack(em, id, { by, clock: () => new Date() }))
    print(
      shown,
      done,
      () => `Removed ${done.removed}, put back ${done.put_back} and reopened ${done.reopened} assignments.`,
    )
  })

/** The system user, as the log of applications names them. */
const applierOf = ({ name = '' }: Author) => ({ actor: null, name })
