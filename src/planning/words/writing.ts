import { formatHundredths, fullTimeEquivalents, toHundredths } from '../../hours.ts'

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

type Words = { noTags: string; date: (date: string) => string }

function writingIn(locale: string, { noTags, date }: Words) {
  const decimal = new Intl.NumberFormat(locale, twoDecimals)
  const whole = new Intl.NumberFormat(locale)
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const amount = (hundredths: number) => decimal.format(hundredths / 100)
  const listed = (items: readonly (string | false | 0 | null | undefined)[]) =>
    list.format(items.filter((item): item is string => !!item))
  return {
    /** A date, given as `2026-12-01`, in the form of the language. */
    date,
    /** Hundredths of an hour in the form of the language: `1,399.00`. */
    amount,
    /** The same with the unit: `1,399.00 h`. */
    hours: (hundredths: number) => `${amount(hundredths)} h`,
    /** The same in full-time equivalents, without a unit: `34.98`. */
    fullTime: (hundredths: number, fullTime: number) =>
      amount(toHundredths(fullTimeEquivalents(formatHundredths(hundredths), fullTime))),
    /** A whole number: `2,000`. */
    count: (count: number) => whole.format(count),
    /** `1 position`, `2,000 positions`. */
    counted: (count: number, one: string, many = `${one}s`) =>
      `${whole.format(count)} ${count === 1 ? one : many}`,
    /** `A`, `A and B`, `A, B and C`; what is `false` or empty is left out. */
    listed,
    /** The first items, and how many more there are. */
    listedFirst: (most: number, items: readonly string[], more: (count: number) => string) =>
      listed([...items.slice(0, most), items.length > most && more(items.length - most)]),
    /** `NightDuty + Nurse`. */
    tags: (names: readonly string[]) => names.join(' + ') || noTags,
  }
}

const spanishDay = new Intl.DateTimeFormat('es', { dateStyle: 'medium', timeZone: 'UTC' })

export const en = writingIn('en-GB', { noTags: 'no particular tags', date: (date) => date })
export const es = writingIn('es', {
  noTags: 'sin titulaciones concretas',
  date: (date) => spanishDay.format(new Date(date)),
})
