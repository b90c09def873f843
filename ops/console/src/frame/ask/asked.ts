import { addDays, isDate } from '../../../../../src/calendar.ts'
import { folded } from '../../../../../src/text-order.ts'

/** What a line typed into the search asks for. */
export type Asked = {
  act: 'find' | 'who' | 'leave' | 'block' | 'renew'
  /** The words to find the person, position, user or tag by. */
  search: string
  /** The day on which a leave begins. */
  day: string
}

// People type either language, whichever the page is in.
const first = { who: /^(who|quien)$/, block: /^(block|bloquear)$/, renew: /^(renew|renovar)$/ }
const away = /^(leave|baja|permiso)$/
const between = /^(on|from|el|desde|del|a|partir|this|este)$/

/** Understands "who night 3b", "ana leave monday", "block 203.0.113.7" and "renew als balan"; anything else is only searched for. */
export function askedIn(typed: string, today: string): Asked {
  const words = typed.trim().split(/\s+/)
  const [verb = '', ...rest] = words.map(folded)
  const found = { search: typed.trim(), day: today }
  for (const act of ['who', 'block', 'renew'] as const)
    if (first[act].test(verb) && rest.length) return { ...found, act, search: words.slice(1).join(' ') }
  const at = words.findIndex((word, index) => index > 0 && away.test(folded(word)))
  if (at < 0) return { ...found, act: 'find' }
  const when = words
    .slice(at + 1)
    .map((word) => folded(word).replace(/[.,]$/, ''))
    .filter((word) => !between.test(word))
  const day = dayIn(today, when.join(' '))
  if (!day) return { ...found, act: 'find' }
  return { act: 'leave', search: words.slice(0, at).join(' '), day }
}

const fromToday = new Map([
  ['', 0],
  ['today', 0],
  ['hoy', 0],
  ['tomorrow', 1],
  ['manana', 1],
  ['pasado manana', 2],
])

/** The day of a date such as 24/12, or of words such as "tomorrow" or "next mon"; undefined if they name none. */
function dayIn(today: string, words: string): string | undefined {
  if (isDate(words)) return words
  const days = fromToday.get(words)
  if (days !== undefined) return addDays(today, days)
  const [, date = '', month = '', year] = /^(\d\d?)[/.](\d\d?)(?:[/.](\d{4}))?$/.exec(words) ?? []
  const inYear = (year: number) => `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const thisYear = Number(year ?? today.slice(0, 4))
  if (date) return [thisYear, thisYear + 1].map(inYear).find((day) => isDate(day) && (year || day >= today))
  const name = words.replace(/^(next|proximo) | que viene$/g, '')
  const week = name.length < 3 ? [] : [1, 2, 3, 4, 5, 6, 7].map((ahead) => addDays(today, ahead))
  return week.find((day) => ['en', 'es'].some((language) => nameOf(day, language).startsWith(name)))
}

const nameOf = (day: string, language: string) =>
  folded(new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(day)))

/** Whether the text is the address of a client. */
export const isAddress = (text: string) =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) || /^[\da-f]{0,4}(:[\da-f]{0,4}){2,7}$/i.test(text)
