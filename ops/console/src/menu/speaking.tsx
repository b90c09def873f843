import { createContext, type ReactNode, useContext, useState } from 'react'
import type { IntlShape } from 'react-intl'
import { type Language, languages } from '../../../../src/language.ts'
import { rememberLanguage } from '../language/language.ts'
import { switchTo } from '../language/said.tsx'
import { say } from '../language/text.ts'
import { announce } from '../live/announce.tsx'

type Choice = {
  /** The languages that the page is not in, with their own names. */
  others: [Language, string][]
  choose: (language: Language) => void
}
const LanguageContext = createContext<Choice>({ others: [], choose: () => {} })

/** The other languages, and how to choose one. */
export const useLanguage = () => useContext(LanguageContext)

/** Renders everything inside again when another language is chosen. */
export function Speaking({ first, children }: { first: IntlShape; children: ReactNode }) {
  const [intl, setIntl] = useState(first)
  const language = intl.locale as Language
  const choose = (other: Language) =>
    switchTo(other).then(
      (spoken) => {
        rememberLanguage(other)
        setIntl(spoken)
      },
      () => announce(say('The language could not be loaded. Try again in a moment.')),
    )
  const others = (Object.entries(languages) as [Language, string][]).filter(([code]) => code !== language)
  return (
    <LanguageContext key={language} value={{ others, choose }}>
      {children}
    </LanguageContext>
  )
}
