/** What the API reference says of the 409 of an object that others depend on. */
export const inUseConflict =
  'Others still depend on the object: `code` is `CONFLICT_HAS_DEPENDENCIES`. Nothing has changed.'
