/** A hypothetical change as the service takes it. */
export type Change = { kind: string; [field: string]: unknown }

/** The address of the sandbox with these changes filled in. */
export function sandboxLink(changes: Change[], { replan = false } = {}): string {
  const parameters = new URLSearchParams({ changes: JSON.stringify(changes) })
  if (replan) parameters.set('replan', '1')
  return `/sandbox?${parameters}`
}
