/** The time at which the clock of every test service stands. */
export const noon = '2026-03-04T10:00:00.000Z'
/** An id that no row has. */
export const unknown = '11111111-1111-4111-8111-111111111111'

export const notFound = { detail: 'Not found.' }
export const notPermitted = { detail: 'You do not have permission to perform this action.' }
export const doesNotExist = (id: unknown) => `Invalid pk "${id}" - object does not exist.`
