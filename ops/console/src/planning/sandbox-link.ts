/** A hypothetical change as the service takes it. */
export type Change = { kind: string; [field: string]: unknown }

type Settings = { weeks?: number; replan?: boolean }

/** The address of the sandbox with these changes filled in. */
export function sandboxLink(changes: Change[], { weeks, replan }: Settings = {}): string {
  const parameters = new URLSearchParams({ changes: JSON.stringify(changes) })
  if (weeks) parameters.set('weeks', `${weeks}`)
  if (replan) parameters.set('replan', '1')
  return `/sandbox?${parameters}`
}
