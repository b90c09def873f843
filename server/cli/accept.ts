import type { z } from 'zod'
import { Refusal } from './connection.ts'

/** The value as the API's field reads it. Refuses it in the field's own words. */
export function accept<T>(name: string, field: z.ZodType<T>, given: unknown): T {
  const { data, error } = field.safeParse(given)
  if (error) throw new Refusal(`${name}: ${error.issues.map(({ message }) => message).join(' ')}`)
  return data as T
}
