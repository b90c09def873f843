import { counted, shownHours, spokenHours } from '../facts/words.ts'
import type { Certificate, PlanRequest, Solution } from '../flow/solution.ts'

/** Hours above what positions require and above people's contracts, in hundredths, and of how many. */
export type Excess = { surplus: number; positions: number; over_contract: number; people: number }

/** How much can be covered, in one sentence that needs no explanation. */
export function planSentence(
  { certificate, planned, maximum, is_maximum }: Solution,
  excess: Excess,
  demand: PlanRequest['demand'],
): string {
  const { lacking } = certificate
  if (lacking === 0) return nothingLacks(excess, demand)
  const what = demand === 'SECURE' ? 'hours that are missing or at risk' : 'missing hours'
  const missing = `${shownHours(lacking)} ${what}`
  if (planned === lacking) return `All ${missing} can be covered.`
  if (planned === 0 && is_maximum) return `None of the ${missing} can be covered; here is why.`
  const covered = `${shownHours(planned)} of ${missing}`
  if (is_maximum) return `${covered} can be covered; that is the most, here is why.`
  return `This plan covers ${covered}; no plan covers more than ${shownHours(maximum)}, here is why.`
}

function nothingLacks({ surplus, positions, over_contract, people }: Excess, demand: PlanRequest['demand']) {
  const above =
    surplus > 0 &&
    `${counted(positions, 'position')} ${have(positions)} ${spokenHours(surplus)} more than required${positions === 1 ? '' : ' in all'}`
  const over =
    over_contract > 0 &&
    `${counted(people, 'person', 'people')} ${people === 1 ? 'is' : 'are'} ${spokenHours(over_contract)} over contract${people === 1 ? '' : ' in all'}`
  const both = [above, over].filter(Boolean).join(', and ')
  const nothing =
    demand === 'SECURE' ? 'No position lacks hours or has any at risk' : 'No position lacks hours'
  return `${nothing}, so there is nothing to add.${both && ` But ${both}${over ? ': a rebalance shows what could change' : ''}.`}`
}

const have = (count: number) => (count === 1 ? 'has' : 'have')

/** The certificate as an addition that can be checked by hand. */
export function certificateSentence({ lacking, short, maximum }: Certificate): string {
  if (lacking === 0) return 'No position lacks hours.'
  if (short.positions.length === 0)
    return `Positions lack ${spokenHours(lacking)}, and people have the hours and the tags for all of it.`
  const [positions, people] = [short.positions.length, short.people.length]
  const these = `${counted(positions, 'of these positions', 'of these positions')} ${positions === 1 ? 'lacks' : 'lack'} ${spokenHours(short.lacking)}`
  const who = positions === 1 ? 'it' : 'them'
  const free =
    people === 0
      ? `nobody who may fill ${who} has hours left`
      : `only ${counted(people, 'person', 'people')} who may fill ${who} ${have(people)} hours left: ${spokenHours(short.free)}`
  return `Positions lack ${spokenHours(lacking)}. ${these}, and ${free}. So at most ${shownHours(lacking)} - ${shownHours(short.lacking)} + ${shownHours(short.free)} = ${spokenHours(maximum)} can be covered.`
}
