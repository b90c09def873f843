const grouped = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en')

/** Hundredths of an hour as people write them: `1,399.00`. */
export const shownHours = (hundredths: number) => grouped.format(hundredths / 100)

/** The same with their unit: `1,399.00 h`. */
export const spokenHours = (hundredths: number) => `${shownHours(hundredths)} h`

/** `1 position`, `2,000 positions`. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${whole.format(count)} ${count === 1 ? one : many}`

/** `A`, `A and B`, `A, B and C`. */
export const listed = (names: readonly string[], last = 'and') =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`
