import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { User } from '../../entities/accounts/user.ts'
import type { Orm } from '../../entities/connection/em.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { connect } from '../../entities/orm.ts'
import { Employee } from '../../entities/people/employee.ts'
import type { Services } from '../../routers/ports/context.ts'
import { scopes } from '../../src/accounts/limits.ts'
import { addDays, calendarIn, daysBetween, isoWeek } from '../../src/calendar.ts'
import { theService } from '../../src/logs/audit.ts'
import { readFolder } from '../clinic-files/files/read-folder.ts'
import { type ImportOptions, importClinic } from '../clinic-files/import.ts'
import { createServices } from '../compose.ts'
import { nightKeeper } from '../jobs/nights.ts'
import { sweep } from '../jobs/sweeps.ts'
import { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings/settings.ts'
import { StartRefused } from '../settings/start-and-stop.ts'
import { namesOf } from './actions.ts'
import { procedures } from './caller.ts'
import { firstDay, type HistoryStep, history } from './history.ts'
import { logFailures } from './traffic.ts'
import { addUsers, type DemoUserName, demoUsers, openDoors } from './users.ts'

const clinicCode = 'AURELIA'
const folder = join(import.meta.dirname, 'clinic')
/** The Monday of the week that the files describe; their dates move with the calendar. */
const mondayOfFiles = '2026-11-16'

/** Whether the database already holds the demo. Refuses one that holds anything else, without changing it. */
export async function hasDemo(databaseUrl: string): Promise<boolean> {
  await using orm = connect(databaseUrl)
  const read = async (statement: ReturnType<typeof sql<Record<string, boolean>>>) =>
    (await statement.execute(orm.em.fork().getKysely())).rows[0] ?? {}
  const { is_migrated } = await read(sql`select to_regclass('org_units') is not null as is_migrated`)
  if (!is_migrated) return false
  const { is_ours, is_used, is_whole } = await read(sql`
    select exists (select from org_units where code = ${clinicCode} and unit_type = 'CLINIC') as is_ours,
      exists (select from org_units) or exists (select from tags) or exists (select from employees) as is_used,
      exists (select from users where email = ${demoUsers.admin.email} and password_hash is not null) as is_whole`)
  if (!is_used) return false
  if (!is_ours)
    throw new StartRefused(
      'The database holds a clinic that is not the demo. Give the demo an empty database.',
    )
  if (!is_whole)
    throw new StartRefused(
      'An earlier start of the demo was cut short and left half a clinic. Empty the database (without DATABASE_URL, delete the folder .data) and start the demo again.',
    )
  return true
}

/** Fills a migrated database with the clinic and its last eight weeks, as seen on the day of `now`. */
export async function loadDemo(
  settings: Settings,
  databaseUrl: string,
  { now, log, tell = () => {} }: { now: Date; log: Logger; tell?: (what: string) => void },
) {
  await using orm = connect(databaseUrl, { queryTimeout: 60_000 })
  const { timeZone } = settings
  const monday = isoWeek(calendarIn(timeZone)(now)).start_date
  const moment = (day: number, time: string) => new Date(`${addDays(monday, day)}T${time}:00.000Z`)
  tell('Importing the clinic from its CSV files')
  await importFiles(orm, monday, { now: moment(firstDay, '06:00'), timeZone })
  const beginning = moment(firstDay, '07:00')
  await transaction({ em: orm.em, author: theService(beginning) }, (em) => addUsers(em, beginning))
  tell(`Living through its last ${-firstDay / 7} weeks`)
  const services = await createServices({ settings: forItselfAlone(settings), orm, log })
  const { planner } = services
  const { nights: metrics } = new Metrics()
  const keepNight = nightKeeper({ ...settings, orm, planner, metrics, log })
  await live({ ...services, keepNight }, moment, now)
  await planner.close()
  await transaction({ em: orm.em, author: theService(now) }, async (em) => {
    await logFailures(em, now)
    await openDoors(em, now)
  })
}

async function importFiles(orm: Orm, monday: string, options: ImportOptions) {
  const shift = daysBetween(mondayOfFiles, monday)
  const moved = Object.entries(await readFolder(folder)).map(([kind, bytes]) => {
    const text = bytes.toString().replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (date) => addDays(date, shift))
    return [kind, Buffer.from(text)]
  })
  await importClinic(orm, Object.fromEntries(moved), options)
}

type Living = Services & { keepNight: (at: Date) => Promise<void> }

/**
 * Each day begins with a sweep; then its steps are taken, each by its user at its time. The history has the nights before
 * its Mondays, and the last.
 */
async function live(services: Living, moment: (day: number, time: string) => Date, now: Date) {
  const { orm, timeZone, dateOf, keepNight } = services
  const names = namesOf(orm.em.fork())
  const date = (day: number) => dateOf(moment(day, '12:00'))
  for (let day = firstDay + 1; moment(day, '00:01') <= now; day++) {
    await sweep(orm, theService(moment(day, '00:01')), timeZone)
    if (day % 7 === 0 || moment(day + 1, '00:01') > now) await keepNight(moment(day, '00:01'))
    for (const [, time, by, act] of history.filter((step) => step[0] === day)) {
      const at = moment(day, time)
      const as = procedures(services, await accountOf(orm, by, at), at)
      await act({ as, names, date, today: date(day) })
    }
  }
}

/** Loads without throttles or Redis, and with a secret of its own so that no real cookie works. */
function forItselfAlone(settings: Settings): Settings {
  const throttles = Object.fromEntries(scopes.map((scope) => [scope, null])) as Settings['throttles']
  return { ...settings, jwtSecret: randomUUID(), throttles }
}

type Actor = HistoryStep[2]

const isDemoUser = (by: Actor): by is DemoUserName => by in demoUsers

/** A demo user, or an employee's own account, which is created when first needed. */
async function accountOf(orm: Orm, by: Actor, at: Date): Promise<User> {
  const em = orm.em.fork()
  if (isDemoUser(by)) return em.findOneOrFail(User, { email: demoUsers[by].email })
  const { email, first_name, last_name } = await em.findOneOrFail(Employee, { employee_number: by })
  const known = await em.findOne(User, { email })
  if (known) return known
  const account = { email, given_name: first_name, family_name: last_name, role: 'EMPLOYEE' as const }
  return transaction({ em, author: theService(at) }, async (em) =>
    em.create(User, { ...account, email_verified: true, date_joined: at }),
  )
}
