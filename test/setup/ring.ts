/** `npm run check` sets RING=all, and runs every test; `npm test` leaves out the slow ones that repeat another. */
export const isCheck = process.env.RING === 'all'

/** Cases that only `npm run check` tests. */
export const onlyInCheck = <T>(...cases: T[]): T[] => (isCheck ? cases : [])
