import refusals from './spanish/refusals.json' with { type: 'json' }
import { type Message, say } from './text.ts'
import { dayOf, number } from './wording.ts'

type Pattern = { message: Message; pattern: RegExp }

const patternsOf = (messages: object) =>
  (Object.keys(messages) as Message[]).map((message) => ({
    message,
    pattern: new RegExp(`^${message.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`),
  }))

const patterns: Pattern[] = patternsOf(refusals)

/** Translates further sentences, which only some pages show. */
export const sayAlso = (messages: object) => void patterns.push(...patternsOf(messages))

/** Translates an English sentence of the service; an unknown one stays in English. */
export function Said({ children: sentence }: { children: string }) {
  for (const { message, pattern } of patterns) {
    const found = pattern.exec(sentence)
    if (found) return say(message, inLanguage(found.groups ?? {}))
  }
  return <span lang="en">{sentence}</span>
}

const inLanguage = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, worded(value)]))

/** Days and numbers as the console writes them. */
function worded(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayOf(value)
  return /^\d+(\.\d+)?$/.test(value) ? number(value) : value
}
