import { type ChangeEvent, useState } from 'react'
import { say } from '../language/text.ts'

/** A decimal without trailing zeros, with a point: `12.50` is 12.5. */
const plain = (decimal: string) => decimal.replace(/\.?0+$/, '') || '0'

const textOf = (stored: string | null) => (stored ? plain(stored) : '')

/** A number that may be left empty, with a point or a comma: `decimal` is null then, and `field` are props for an input. */
export function useDecimal(stored: string | null) {
  const [text, setText] = useState(textOf(stored))
  const typed = text.trim()
  // The service takes no more digits than these.
  const isValid = /^(\d{1,8}([.,]\d{1,2})?)?$/.test(typed)
  return {
    isValid,
    setDecimal: (decimal: string | null) => setText(textOf(decimal)),
    decimal: typed.replace(',', '.') || null,
    field: {
      inputMode: 'decimal' as const,
      error: isValid ? undefined : say('Enter a number, such as 48 or 37.5.'),
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.currentTarget.value),
    },
  }
}
