import type { HoursChange } from '../words/scenario.ts'
import { changed, positionRows } from './differences.ts'
import type { WeekHours } from './hours.ts'

/** How hours differ between the clinic before and after, as the scenario's sentence says it. */
export const hoursEffect = (before: WeekHours, after: WeekHours) => ({
  ...secureChange(before, after),
  required: requiredIn(after) - requiredIn(before),
  pools: poolsIn(after) - poolsIn(before),
})

const requiredIn = ({ facts }: WeekHours) =>
  facts.positions.reduce((sum, position) => sum + position.required, 0)

const poolsIn = ({ outlook: { pools } }: WeekHours) => pools.reduce((sum, pool) => sum + pool, 0)

/** Secure hours that positions lose and gain in the week, and how many of them positions need. */
function secureChange(before: WeekHours, after: WeekHours): { lost: HoursChange; gained: HoursChange } {
  const change = { lost: noHours(), gained: noHours() }
  for (const { before: was, after: is } of changed(positionRows(before), positionRows(after), (row) => row)) {
    const { unit = -1, required = 0 } = is ?? was ?? {}
    const [hadBefore, has] = [was?.secure ?? 0, is?.secure ?? 0]
    const difference = has - hadBefore
    if (difference === 0) continue
    const sum = difference < 0 ? change.lost : change.gained
    sum.hours += Math.abs(difference)
    sum.needed += Math.abs(Math.min(required, has) - Math.min(required, hadBefore))
    sum.units.add(unit)
  }
  return { lost: counted(change.lost), gained: counted(change.gained) }
}

const noHours = () => ({ hours: 0, needed: 0, units: new Set<number>() })
const counted = ({ units, ...hours }: ReturnType<typeof noHours>) => ({ ...hours, units: units.size })
