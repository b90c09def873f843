import type { Live } from './transport/live-streams.ts'

export type { Live, LiveChange, LiveEvent, LiveOptions } from './transport/live-streams.ts'

/** The same as `client.live`. */
export const liveOf = (client: { readonly live: Live }): Live => client.live
