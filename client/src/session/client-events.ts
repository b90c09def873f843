import type { CoverageError } from '../contract/error.ts'
import type { User } from '../contract/procedures.ts'

/** The events of `client.on`, with their payloads. */
export type ClientEvents = {
  /** A user signed in; `elsewhere`: in another tab of this origin, so this tab now acts as that user. */
  signedIn: { user: User; elsewhere: boolean }
  /** The session was renewed; `elsewhere`: by another tab, or by another client with the same jar. */
  refreshed: { elsewhere: boolean }
  /** The user has signed out, here or in another tab of this origin. */
  signedOut: { elsewhere: boolean }
  /**
   * The session is over without a sign-out. `refused`: the service does not renew it, because it has expired, an operator
   * or a new password has ended it, or its user was deactivated. `noCookies`: the cookies have expired or were deleted.
   */
  sessionEnded: { reason: 'refused' | 'noCookies'; error: CoverageError }
}

/** Adds a listener; the returned function removes it. */
export type Subscribe = <Event extends keyof ClientEvents>(
  event: Event,
  listener: (payload: ClientEvents[Event]) => void,
) => () => void

type Listener = (payload: never) => void
type Message = {
  [Event in keyof ClientEvents]: { event: Event; payload: ClientEvents[Event] }
}[keyof ClientEvents]

type Channel = { postMessage(message: Message): void; onmessage: unknown }

/** @internal */
export type Events = ReturnType<typeof createEvents>

/** The events of one client; tabs that share the browser's cookies tell each other of sign-ins and sign-outs. @internal */
export function createEvents(tabsShare: string | undefined) {
  const listeners = new Map<string, Set<Listener>>()
  let channel: Channel | undefined

  function tell({ event, payload }: Message) {
    // Each listener runs in its own task, so that one that throws breaks neither the call nor the others.
    for (const listener of listeners.get(event) ?? []) queueMicrotask(() => listener(payload as never))
  }

  function otherTabs() {
    if (!channel && tabsShare && 'BroadcastChannel' in globalThis) {
      channel = new BroadcastChannel(tabsShare)
      channel.onmessage = ({ data }: { data: Message }) =>
        tell({ ...data, payload: { ...data.payload, elsewhere: true } } as Message)
    }
    return channel
  }

  const on: Subscribe = (event, listener) => {
    otherTabs()
    const ofEvent = listeners.get(event) ?? new Set()
    listeners.set(event, ofEvent.add(listener as Listener))
    return () => void ofEvent.delete(listener as Listener)
  }

  return {
    on,
    emit(message: Message) {
      tell(message)
      if (message.event === 'signedIn' || message.event === 'signedOut') otherTabs()?.postMessage(message)
    },
  }
}
