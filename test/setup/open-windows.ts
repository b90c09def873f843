import type { Throttles } from '../../server/throttling/throttles.ts'

/** Every open window of the throttles; like the service, never shows more used than the limit. */
export async function openWindows(throttles: Pick<Throttles, 'keys'>) {
  const { found } = await throttles.keys()
  return found.flatMap(({ scope, key, used, limit, window_ends_in: left }) =>
    left === null
      ? []
      : [{ scope, key, used: Math.min(used, limit), limit, resets_in_seconds: Math.ceil(left / 1000) }],
  )
}
