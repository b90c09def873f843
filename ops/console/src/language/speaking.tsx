import { createContext, type ReactNode, useContext, useState } from 'react'
import { type IntlShape, RawIntlProvider } from 'react-intl'
import { announce } from '../announce.tsx'
import { type Language, rememberLanguage, speak } from './language.ts'
import { text } from './text.ts'

const LanguageContext = createContext<{ language: Language; choose: (language: Language) => void }>({
  language: 'en',
  choose: () => {},
})

/** The page's language, and how to choose another. */
export const useLanguage = () => useContext(LanguageContext)

/** Renders everything inside anew when another language is chosen. */
export function Speaking({ first, children }: { first: IntlShape; children: ReactNode }) {
  const [intl, setIntl] = useState(first)
  const language = intl.locale as Language
  const choose = (other: Language) =>
    speak(other).then(
      (spoken) => {
        rememberLanguage(other)
        setIntl(spoken)
      },
      () => announce(text('The language could not be loaded. Try again in a moment.')),
    )
  return (
    <RawIntlProvider value={intl} key={language}>
      <LanguageContext value={{ language, choose }}>{children}</LanguageContext>
    </RawIntlProvider>
  )
}
