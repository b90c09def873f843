import type { ReactNode } from 'react'
import type { Constant } from './constants.ts'
import { intl } from './language.ts'
import type { spanish } from './spanish.ts'

/** A text of the console: its English, which may have ICU placeholders and plurals. */
export type Message = Exclude<keyof typeof spanish, Constant>

type Plain = Record<string, string | number>
type Rich = Record<string, ReactNode | ((parts: ReactNode[]) => ReactNode)>

/** Says a message in the page's language; values with elements or tags give an element. */
interface Say {
  (message: Message, values?: Plain): string
  (message: Message, values: Rich): ReactNode
}

/** The text in the page's language. */
export const say = ((message: Message, values?: Plain) =>
  intl().formatMessage({ id: message, defaultMessage: message }, values)) as Say
