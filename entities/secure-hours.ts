import { toDay } from '../src/calendar.ts'
import { formatHundredths } from '../src/hours.ts'
import type { Basis, HoursLimit } from '../src/planning/facts/clinic-facts.ts'
import { clinicFacts } from '../src/planning/facts/read-snapshot.ts'
import { secureHours } from '../src/planning/forecast/totals.ts'
import { readStaffSnapshot } from './clinic-snapshot.ts'
import type { Em } from './connection/em.ts'

type Asked = { day: string; positions: readonly string[]; basis: Basis; hours_limit: HoursLimit }

/**
 * The secure hours of each position in the week of the day, as decimals; `today` is the clinic's date. Positions
 * without any are missing.
 */
export async function readSecureHours(
  em: Em,
  today: string,
  { day, positions, basis, hours_limit }: Asked,
): Promise<Map<string, string>> {
  const facts = { ...clinicFacts(await readStaffSnapshot(em, today, positions)), ...basis }
  const hours = secureHours(facts, toDay(day), hours_limit)
  return new Map(facts.positions.map(({ id }, index) => [id, formatHundredths(hours[index] ?? 0)]))
}
