/** Migrations of unreleased versions. A database that has run one cannot be migrated by this release. */
export const replaced = [
  'Migration20261127030000PeopleByStatus',
  'Migration20261128010000EmployeeCounts',
  'Migration20261128020000ActorsInOrder',
  'Migration20261128030000TagsOfCategories',
  'Migration20261123170000Totals',
  'Migration20261123170200Logs',
  'Migration20261124060000Counts',
  'Migration20261126130000KeptAnswers',
]
