import { type ChangeEvent, useState } from 'react'

/** What the fields of a form hold, a change of some of them, and props for those of text. */
export function useFields<Values extends object>(blank: Values) {
  const [values, setValues] = useState(blank)
  const change = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }))
  const text = (name: keyof Values & string) => ({
    value: String(values[name]),
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      setValues((before) => ({ ...before, [name]: value })),
  })
  return { values, change, text }
}
