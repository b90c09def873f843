import { createIntl, createIntlCache, type IntlShape } from 'react-intl'
import type { Language } from '../../../../src/language.ts'

const stored = 'console-language'
const isLanguage = (code: string | null | undefined): code is Language => code === 'en' || code === 'es'

/** The language chosen earlier, or else the first of the browser's languages that the console has. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(stored)
  if (isLanguage(chosen)) return chosen
  return navigator.languages.map((code) => code.slice(0, 2)).find(isLanguage) ?? 'en'
}

export const rememberLanguage = (language: Language) => localStorage.setItem(stored, language)

const cache = createIntlCache()
const english = createIntl({ locale: 'en', defaultLocale: 'en' }, cache)

let current: IntlShape = english

/** The language that the page is shown in. */
export const language = () => current.locale as Language

/** Formats in the language that the page is shown in. A change of language renders the page again. */
export const intl = () => current

/** Loads the texts of a language and switches the page to it; the English texts are in the code. */
export async function speak(language: Language): Promise<IntlShape> {
  current =
    language === 'en'
      ? english
      : createIntl({ locale: language, defaultLocale: 'en', messages: await translations[language]() }, cache)
  document.documentElement.lang = language
  return current
}

const translations = {
  es: async () => (await import('./spanish.ts')).spanish as Record<string, string>,
}
