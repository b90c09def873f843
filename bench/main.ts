import { parseArgs } from 'node:util'
import { measureFairness } from './fairness.ts'
import { runLarge } from './large/run.ts'
import { sizes } from './large/sizes.ts'
import { measureLive } from './live.ts'
import { compareWithHighs } from './maximum.ts'
import { measurePlanning } from './planning.ts'
import { measureRates } from './rates/rates.ts'

const help = `Usage: npm run bench [-- options]

Loads a clinic of 10,000 employees, 2,000 positions and 15,000 active assignments. Then prints how many requests the
service answers, and the processor time that each takes in the service, in PostgreSQL and in Redis.

With --size, loads a clinic of 1,000,000 employees and measures each page, filter and search, one request at a time, and
the commands that export, import and sweep. Prints what failed or exceeded its limit, and then everything.

With --maximum, compares the plans of so many random clinics with the most hours that HiGHS finds in the problem as
read by hand, each with a minimum of 0.25, 4 and 40 hours; --first is the seed of the first.

With --planning, measures what planning costs: its snapshot of the clinic of 10,000 employees, the forecast, and plans.

  --against <commit>  alternately, measure the service of that commit on the same database
  --quick             shorter rounds of each case; with --size, each list only in its own order
  --case <text>       only the cases whose names start with the text; with --size, "<group>: <case>" or "commands"
  --planning          what planning costs
  --fairness          what one EMPLOYEE with many requests takes from a manager who plans, and from those who read
  --maximum <clinics> compare plans with the most hours that there can be
  --live              what a change costs its writer when clients are told of it
  --size <size>       large, or tiny: a thousandth of it
  --data <folder>     with --size: keep the loaded database in the folder, and load only if it is not there
  --help              print this text

Uses the PostgreSQL of DATABASE_URL and the Redis of REDIS_URL, or starts its own.

Examples:
  npm run bench -- --quick --case demand
  npm run bench -- --against HEAD~1
  npm run bench -- --size large --data /var/tmp/large --case "employees: searches"`

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    quick: { type: 'boolean' },
    case: { type: 'string', default: '' },
    planning: { type: 'boolean' },
    fairness: { type: 'boolean' },
    maximum: { type: 'string' },
    first: { type: 'string', default: '1' },
    live: { type: 'boolean' },
    size: { type: 'string' },
    data: { type: 'string' },
    help: { type: 'boolean' },
  },
})

if (options.help) console.log(help)
else if (options.fairness) await measureFairness()
else if (options.live) await measureLive()
else if (options.maximum) compareWithHighs({ clinics: options.maximum, first: options.first })
else if (options.planning) await measurePlanning(options)
else if (options.size === undefined) await measureRates(options)
else if (isSize(options.size)) await runLarge({ ...options, size: options.size })
else throw new Error(`--size must be ${Object.keys(sizes).join(' or ')}`)

function isSize(text: string): text is keyof typeof sizes {
  return Object.hasOwn(sizes, text)
}
