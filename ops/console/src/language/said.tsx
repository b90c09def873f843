import type { Language } from '../../../../src/language.ts'
import { intl, speak } from './language.ts'
import refusals from './spanish/refusals.json' with { type: 'json' }
import { type Message, say } from './text.ts'
import { dayOf, number, words } from './wording.ts'

type Pattern = { message: Message; pattern: RegExp }

const patternsOf = (messages: object) =>
  (Object.keys(messages) as Message[]).map((message) => ({
    message,
    pattern: new RegExp(
      `^${message
        .replaceAll('.', '\\.')
        .replace(/[‘’]/g, "['‘’]")
        .replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`,
    ),
  }))

const patterns: Pattern[] = patternsOf(refusals)

/** Says further sentences in the console's words, as those that English needs on some pages only. */
export const sayAlso = (messages: object) => void patterns.push(...patternsOf(messages))

/** Switches the page to a language; in another one than English it needs to know all sentences. */
export async function switchTo(language: Language) {
  const spoken = await speak(language)
  if (language === 'es') sayAlso((await import('./spanish.ts')).fieldRefusals)
  return spoken
}

/** Translates an English sentence of the service; undefined for an unknown one. */
function translated(sentence: string): string | undefined {
  for (const { message, pattern } of patterns) {
    const found = pattern.exec(sentence)
    if (found) return say(message, inLanguage(found.groups ?? {}))
  }
  // A business rule's code may stand before what it says.
  const [, said = ''] = /^[A-Z_]{5,}: (.+)$/.exec(sentence) ?? []
  return said ? translated(said) : undefined
}

/** An English sentence of the service in the page's language; an unknown one stays in English. */
export const Said = ({ children: sentence }: { children: string }) =>
  translated(sentence) ?? <span lang="en">{sentence}</span>

/** A sentence of planning with days and numbers as the console writes them: "28 h" instead of "28.00 h". */
export const spoken = (sentence: string) =>
  sentence.replace(/\d{4}-\d\d-\d\d/g, dayOf).replace(/\d+(?:[.,]\d{3})*[.,]\d\d(?!\d)/g, plainNumber)

/** Its last two digits are decimals, in either language. */
const plainNumber = (text: string) => number(Number(text.replace(/[.,]/g, '')) / 100)

/** The same as plain text. */
export const saidText = (sentence: string) => translated(sentence) ?? sentence

/** Which values are constants, or list them as in "SERVICE or a DEPARTMENT". */
const constants = ['status', 'transition', 'kind', 'parent', 'parents']

const inLanguage = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      constants.includes(name)
        ? intl().formatList(value.split(' or a ').map(words), { type: 'disjunction' })
        : worded(value),
    ]),
  )

/** Days, numbers and further sentences as the console writes them. */
function worded(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayOf(value)
  if (/^\d+(\.\d+)?$/.test(value)) return number(value)
  return value
    .split(/(?<=\.) /)
    .map(saidText)
    .join(' ')
}
