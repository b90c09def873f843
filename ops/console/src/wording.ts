const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const shortClock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** All times are shown in the zone of the browser. */
export const timeOf = (instant: string | number) => clock.format(new Date(instant))
export const momentOf = (instant: string | null) => (instant ? moment.format(new Date(instant)) : 'never')
export const tickOf = (instant: string, range: 'hour' | 'day' | 'week') =>
  (range === 'week' ? weekday : shortClock).format(new Date(instant))

/** How far off an instant is, such as "in 12 min" or "3 h ago". */
export function fromNow(instant: string): string {
  const seconds = Math.round((new Date(instant).getTime() - Date.now()) / 1000)
  const size = Math.abs(seconds)
  if (size < 2) return 'just now'
  const [count, unit] =
    size < 90
      ? [size, 's']
      : size < 5400
        ? [Math.round(size / 60), 'min']
        : size < 129_600
          ? [Math.round(size / 3600), 'h']
          : [Math.round(size / 86_400), 'days']
  return seconds >= 0 ? `in ${count} ${unit}` : `${count} ${unit} ago`
}

/** Seconds as the period of a rate: `hour` for 3600. */
export const periodOf = (seconds: number) =>
  new Map([
    [1, 'second'],
    [60, 'minute'],
    [3600, 'hour'],
    [86_400, 'day'],
  ]).get(seconds) ?? `${seconds} seconds`

/** A decimal without the zeros that say nothing: `12.50` is 12.5. */
export const number = (decimal: string) => decimal.replace(/\.?0+$/, '') || '0'
export const hours = (decimal: string) => `${number(decimal)} h`
export const fte = (decimal: string) => `${number(decimal)} FTE`

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** A constant of the wire in words: `ON_LEAVE` is "on leave". */
export const words = (constant: string) => constant.toLowerCase().replaceAll('_', ' ')
export const sentence = (constant: string) => {
  const text = words(constant)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function bytes(count: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), units.length - 1)
  return `${(count / 1024 ** power).toFixed(power ? 1 : 0)} ${units[power]}`
}

/** What the states of a balance mean: the words of the contract can be misread. */
export const balanceMeaning = {
  DEFICIT: 'unused hours: the person could work more',
  BALANCED: 'all hours are used',
  SURPLUS: 'assigned beyond the hours of the contract',
} as const

/** What a scope counts, and by what. */
export const scopeMeaning = {
  anon: 'Requests without a session, by address',
  user: 'Requests of signed-in users, by user',
  login: 'Attempts to log in, by address',
  token_refresh: 'Refreshes, by session',
  logout: 'Sign-outs, by session',
} as const
