import { type ChangeEvent, useState } from 'react'
import { number } from './wording.ts'

/** A number that may be left empty, with a point or a comma: `decimal` is null then, and `field` are props for an input. */
export function useDecimal(stored: string | null) {
  const [text, setText] = useState(stored ? number(stored) : '')
  const typed = text.trim()
  const isValid = /^(\d+([.,]\d+)?)?$/.test(typed)
  return {
    isValid,
    decimal: typed.replace(',', '.') || null,
    field: {
      inputMode: 'decimal' as const,
      error: isValid ? undefined : 'Enter a number, such as 48 or 37.5.',
      value: text,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.currentTarget.value),
    },
  }
}
