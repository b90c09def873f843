/** `npm run check` sets RING=all, and runs every test; `npm test` leaves out slow ones: repeats, and most looks of the console. */
export const isCheck = process.env.RING === 'all'

/** Cases that only `npm run check` tests. */
export const onlyInCheck = <T>(...cases: T[]): T[] => (isCheck ? cases : [])

/** What random tests begin with: always the same in `npm test`, another each time in `npm run check`. */
export const seed = Number(process.env.SEED ?? 1)

/** The seeds of random cases: as many as given, but only an eighth, or `few`, of them in `npm test`. */
export const seeds = (all: number, few = Math.ceil(all / 8)) =>
  Array.from({ length: isCheck ? all : few }, (_, at) => at + 1)
