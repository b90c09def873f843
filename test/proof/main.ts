import { randomInt } from 'node:crypto'
import { Command, InvalidArgumentError } from 'commander'
import { exit, onStopSignal } from '../../server/settings/start-and-stop.ts'
import { drain, workers } from './drain/drain.ts'
import { upgrade } from './drain/upgrade.ts'
import { faults } from './faults/faults.ts'
import { failover } from './faults/redis-groups.ts'
import { flood } from './flood/flood.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { history } from './history/history.ts'
import { planted } from './history/planted.ts'
import { limits } from './limits/limits.ts'
import { models } from './models/models.ts'
import { restore } from './restore/restore.ts'
import { retries } from './retries/retries.ts'
import type { Length, Part } from './run/part.ts'
import { runParts } from './run/run.ts'
import { writeSummary } from './run/summary.ts'

const parts: readonly Part[] = [
  history,
  planted,
  faults,
  failover,
  retries,
  limits,
  models,
  fuzz,
  flood,
  drain,
  workers,
  upgrade,
  restore,
]

type Options = { parts?: Part[]; length: Length; seed: number; write?: true }

const program = new Command('prove')
  .usage('[-- options]')
  .description(
    `Exposes two instances of the service, on a real PostgreSQL and Redis, to load and faults, and judges the results.
Prints a line for each part, and exits with 1 if one did not hold. In full it takes three quarters of an hour.`,
  )
  .option('--parts <names>', 'only these parts, separated by commas', readParts)
  .option('--length <length>', 'short, full, or a share of the full length', readLength, 1)
  .option('--seed <number>', 'repeats the choices of the run with that seed', readSeed, randomInt(2 ** 31))
  .option('--write', 'writes the summary into docs/proof.md')
  .addHelpText(
    'after',
    `
Parts:
${parts.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join('\n')}

Uses the PostgreSQL of DATABASE_URL and the Redis of REDIS_URL, or starts its own. A PostgreSQL of DATABASE_URL needs
wal_level = logical, and a role that may create databases and roles.

Examples:
  npm run prove
  npm run prove -- --parts history,limits --length short
  npm run prove -- --parts history --length 0.2 --seed 7
  npm run prove -- --write`,
  )
  .action(prove)

await program.parseAsync()

async function prove({ parts: chosen = [...parts], length, seed, write }: Options) {
  console.error(`Length ${length}, seed ${seed}`)
  const interruption = new AbortController()
  onStopSignal(
    () => interruption.abort(),
    () => exit(1),
  )
  const results = await runParts(chosen, { length, seed, signal: interruption.signal })
  if (write) writeSummary({ parts, results, length, seed })
  // A part that has failed midway may have left its load running.
  exit(results.some(({ result }) => result === 'did not hold') ? 1 : 0)
}

function readParts(names: string): Part[] {
  return names.split(',').map((name) => {
    const part = parts.find((one) => one.name === name)
    if (!part) throw new InvalidArgumentError(`There is no part "${name}".`)
    return part
  })
}

function readLength(text: string): Length {
  if (text === 'short') return text
  const share = text === 'full' ? 1 : Number(text)
  if (!(share > 0)) throw new InvalidArgumentError('It must be short, full or a number above 0.')
  return share
}

function readSeed(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
