import { chains, type Place } from '../../entities/live.ts'

/** The id of an event: the place up to which its client has been told, which every instance understands. */
export const idOf = (place: Place) => place.map((position) => position.toString(36)).join('.')

const largest = 2 ** 31 - 1

/** The place that an id names; undefined for anything that is no id of an event. */
export function placeOf(id: string): Place | undefined {
  const parts = id.split('.', chains + 1)
  if (parts.length !== chains || !parts.every((part) => /^[\da-z]{1,6}$/.test(part))) return undefined
  const place = parts.map((part) => Number.parseInt(part, 36))
  return place.every((position) => position <= largest) ? place : undefined
}
