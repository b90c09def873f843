import { sql } from 'kysely'
import type { Em } from '../connection/em.ts'

/** Migrations of versions between 1.0.0 and 2.0.0, and the three that replace them. Both end with the same schema. */
export const replaced = [
  'Migration20261123010000Search',
  'Migration20261123020000DeepPages',
  'Migration20261123030000KeptTotals',
  'Migration20261123040000RowCounts',
  'Migration20261123050000BatchTrail',
  'Migration20261123070000Retired',
  'Migration20261123080000CurrentStatus',
  'Migration20261124010000EndedSessions',
  'Migration20261124050000LogOrder',
  'Migration20261124060000FoldedCounts',
  'Migration20261124070000CheaperTrail',
  'Migration20261124080000OneTableAtATime',
  'Migration20261124200000FilteredOrders',
  'Migration20261125010000PeopleInOrder',
  'Migration20261125010100SerialPositions',
  'Migration20261125010200CheaperSweeps',
  'Migration20261125040000AppliedPlans',
  'Migration20261126010000FoldedSearch',
  'Migration20261126020000DoneToUsers',
  'Migration20261127030000PeopleByStatus',
  'Migration20261128010000EmployeeCounts',
  'Migration20261128020000ActorsInOrder',
  'Migration20261128030000TagsOfCategories',
]
export const replacing = [
  'Migration20261123170000Totals',
  'Migration20261123170100Searches',
  'Migration20261123170200Logs',
]

export const isReplaced = (name: string) => replaced.includes(name)

/** The replaced migrations that have not run, if some have. */
export const lackingReplaced = (executed: string[]) =>
  executed.some(isReplaced) ? replaced.filter((name) => !executed.includes(name)) : []

/** Records the three instead of the replaced migrations, if those have run. */
export async function recordReplacing(em: Em): Promise<void> {
  await sql`with replaced as (delete from mikro_orm_migrations where name in (${sql.join(replaced)}) returning name)
    insert into mikro_orm_migrations (name) select unnest(${sql.val(replacing)}::text[])
    where exists (select from replaced)`.execute(em.getKysely())
}
