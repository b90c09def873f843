import { type ChangeEvent, useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** Values for parameters of the address; an empty one is removed. */
type Values = Record<string, string | readonly string[]>
/** A choice adds an entry to the browser's history, which Back undoes; typing replaces the last entry. */
type Options = { replace?: boolean; state?: unknown }

/** What an input needs to show and set one parameter. */
export type FieldProps = {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
}

/** The page's state, which is in its address, so that a link shows a colleague the same. */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams()
  const { state } = useLocation()
  const go = useCallback(
    (values: Values, options: Options = {}) =>
      setParameters((before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          next.delete(name)
          for (const each of [value].flat()) if (each) next.append(name, each)
        }
        return next
      }, options),
    [setParameters],
  )
  const at = (name: string) => parameters.get(name) ?? ''
  return {
    at,
    all: (name: string) => parameters.getAll(name).filter(Boolean),
    /** The state of this entry of the browser's history, besides its address. */
    state: state as unknown,
    go,
    /** Props for an input of a parameter; the page's list goes back to its first page. */
    field: (name: string): FieldProps => ({
      value: at(name),
      onChange: ({ currentTarget: { value, localName } }) =>
        go({ [name]: value, page: '' }, { replace: localName !== 'select' }),
    }),
  }
}
