import { counted, listed, shownHours, spokenHours } from '../facts/words.ts'
import type { Rebalance } from './rebalance.ts'

const sum = (list: readonly number[]) => list.reduce((total, hours) => total + hours, 0)

/** What positions lack, what people have over their contracts and positions above what they require, in hundredths. */
export const totalsOf = ({ imbalance: { problem, over, surplus } }: Rebalance) => ({
  lacking: sum(problem.demands.map(({ need }) => need)),
  over: sum(over),
  people: over.filter((hours) => hours > 0).length,
  surplus: sum(surplus),
})

const limitOf = ({ imbalance }: Rebalance) => (imbalance.limit === 'CONTRACT' ? 'contract' : 'the weekly cap')

/** What the changes would put right, in a sentence or two that need no explanation. */
export function rebalanceSentence(found: Rebalance): string {
  const { covered, relieved, changes, certificate, is_maximum, changes_at_least } = found
  const { lacking, over, people, surplus } = totalsOf(found)
  if (lacking + over === 0) {
    const above =
      surplus > 0
        ? ` Positions have ${spokenHours(surplus)} more than required, which no other position needs.`
        : ''
    return `No position lacks hours and nobody is over ${limitOf(found)}, so there is nothing to rebalance.${above}`
  }
  const missed = [
    lacking > 0 && `${shownHours(lacking)} missing hours`,
    over > 0 && `${spokenHours(over)} over ${limitOf(found)} (${counted(people, 'person', 'people')})`,
  ].filter((one) => one !== false)
  if (changes.length === 0)
    return certificate.maximum === 0
      ? `No change can help with the ${listed(missed)}; here is why.`
      : `No changes were found that help with the ${listed(missed)}; none could put right more than ${spokenHours(certificate.maximum)}.`
  const done = [
    covered > 0 && `cover ${shownHours(covered)} of ${missed[0]}`,
    relieved > 0 && `remove ${shownHours(relieved)} of the ${missed.at(-1)}`,
  ].filter((one) => one !== false)
  const most = is_maximum
    ? `; that is the most, and at least ${changes_at_least} ${changes_at_least === 1 ? 'is' : 'are'} needed`
    : `; no changes could put right more than ${spokenHours(certificate.maximum)} in all`
  return `${counted(changes.length, 'change')} would ${listed(done)}${most}.`
}

/** The certificate as an addition that can be checked by hand. */
export function rebalanceProof(found: Rebalance): string {
  const { missed, short, maximum } = found.certificate
  if (missed === 0) return `No position lacks hours, and nobody is over ${limitOf(found)}.`
  const all = `The hours that positions lack and the hours over ${limitOf(found)} come to ${spokenHours(missed)}.`
  if (short.missed === 0) return `${all} All of it can be put right.`
  const who = listed(
    [
      short.positions > 0 && counted(short.positions, 'position'),
      short.people > 0 && counted(short.people, 'person', 'people'),
    ].filter((one) => one !== false),
  )
  const reach = `${spokenHours(short.free)} that people have left, ${spokenHours(short.surplus)} above what positions require, and ${spokenHours(short.elsewhere)} that others could take over`
  const [missing, reachable] = [
    shownHours(short.missed),
    shownHours(short.free + short.surplus + short.elsewhere),
  ]
  return `${all} ${who} ${short.positions + short.people === 1 ? 'accounts' : 'account'} for ${missing} h of it, and all that could help there is ${reach}. So at most ${shownHours(missed)} - ${missing} + ${reachable} = ${spokenHours(maximum)} can be put right.`
}

type Summary = Pick<Rebalance, 'is_maximum' | 'changes_at_least'> & { changes: number }

/** What of a rebalance is proved, and what is only the best that was found. */
export function howSure({ is_maximum, changes, changes_at_least }: Summary): string {
  if (!is_maximum)
    return 'How much can be put right at most is proved; other changes may come closer to it, or be fewer.'
  return changes === changes_at_least
    ? 'That no more can be put right is proved, and so is that it takes this many changes.'
    : 'That no more can be put right is proved; that it takes this many changes is not.'
}
