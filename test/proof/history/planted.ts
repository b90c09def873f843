import { type Context, judged, type Part } from '../run/part.ts'
import { raceAndJudge } from './history.ts'
import { type Plant, patchedCopy, plantInto, plants } from './plants.ts'

/** Races differ, so a planted fault may escape one; it must not escape all of these. */
const rounds = 3

export const planted: Part = {
  name: 'planted',
  about: 'the judge of the history notices each fault that is planted in the service or its database',
  async run(context) {
    const problems: string[] = []
    const noticed: string[] = []
    for (const plant of plants) {
      const violations = await notice(context, plant)
      if (violations) noticed.push(`${plant.name} (${violations})`)
      else problems.push(`${plant.name}: no violation of ${plant.noticedBy.join(' or ')} in ${rounds} rounds`)
    }
    return judged(`${noticed.length} of ${plants.length} noticed: ${noticed.join('; ')}`, problems)
  },
}

/** How many violations of the plant's kinds the judge finds. */
async function notice(context: Context, plant: Plant): Promise<number> {
  const copy = plant.patches && patchedCopy(plant.patches)
  const count = context.amount({ full: 2000, short: 500 })
  try {
    for (let round = 0; round < rounds; round++) {
      context.progress(`${plant.name}, round ${round + 1}`)
      const { violations } = await raceAndJudge({ ...context, seed: context.seed + round }, count, {
        workers: [1, 1],
        folder: copy?.folder,
        prepare: (ownerUrl) => plantInto(ownerUrl, plant),
      })
      const found = violations.filter(({ kind }) => plant.noticedBy.includes(kind)).length
      if (found) return found
    }
    return 0
  } finally {
    copy?.remove()
  }
}
