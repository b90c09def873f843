import { type Column, markdown, tableOf } from '../rates/report.ts'
import type { LargeCase } from './cases.ts'
import type { Ran } from './commands.ts'
import type { Taken } from './requests.ts'

/** The results of the service, and of the service of another commit. */
type Compared<Of> = { taken: Of; before?: Of }
export type LargeLine = Compared<Taken> & { one: LargeCase }
export type CommandLine = Compared<Ran>

const total = ({ service, postgres }: Pick<Taken, 'service' | 'postgres'>) => service + postgres
export const hasFailed = ({ status }: Taken) => status < 200 || status >= 300
const isOver = ({ one, taken }: LargeLine) => total(taken) > one.bound
const exceeds = ({ wall, memory, bound }: Ran) =>
  wall > (bound.wall ?? Number.POSITIVE_INFINITY) || memory > (bound.memory ?? Number.POSITIVE_INFINITY)

/** The groups with their slowest cases, what failed or took too long, the commands, and every case. */
export function largeReport(lines: LargeLine[], commands: CommandLine[]): string {
  const hasBefore = [...lines, ...commands].some(({ before }) => before)
  const wrong = lines.filter((line) => hasFailed(line.taken) || isOver(line))
  const ofCases = [...caseColumns, ...compared(takenColumns, hasBefore)]
  const sections = [
    ['Groups', groupTable(lines, hasBefore)],
    ['Commands', tableOf(commands, [...commandColumns, ...compared(ranColumns, hasBefore)])],
    [`Failed or over the bound: ${wrong.length} of ${lines.length}`, tableOf(wrong, ofCases)],
    ['Every case', tableOf(lines, ofCases)],
  ]
  return sections.map(([title, rows]) => `### ${title}\n\n${rows}`).join('\n\n')
}

function groupTable(lines: LargeLine[], hasBefore: boolean): string {
  const groups = Map.groupBy(lines, ({ one }) => one.group)
  const rows = Array.from(groups, ([group, members]) => {
    const bound = String(members[0]?.one.bound)
    const now = summed(members.map(({ taken }) => taken))
    const over = String(members.filter(isOver).length)
    const before = hasBefore ? summed(members.flatMap(({ before }) => before ?? [])) : []
    return [group, String(members.length), bound, ...now, over, ...before]
  })
  const heading = ['group', 'cases', 'bound', 'failed', 'median CPU ms', 'most', 'over the bound']
  return markdown([...heading, ...(hasBefore ? ['failed before', 'median before', 'most before'] : [])], rows)
}

function summed(all: Taken[]): string[] {
  const times = all.map(total).sort((a, b) => a - b)
  return [String(all.filter(hasFailed).length), shown(times[times.length >> 1]), shown(times.at(-1))]
}

const caseColumns: Column<LargeLine>[] = [
  ['group', ({ one }) => one.group],
  ['case', ({ one }) => one.name],
  ['rows', ({ taken }) => String(taken.count ?? '')],
  ['bound', ({ one }) => String(one.bound)],
]
const takenColumns: Column<Taken>[] = [
  ['status', ({ status, problem }) => (problem ? `${status} ${problem}` : String(status))],
  ['CPU ms: service', ({ service }) => shown(service)],
  ['PostgreSQL', ({ postgres }) => shown(postgres)],
  ['wall ms', ({ wall }) => shown(wall)],
]

const boundOf = ({ bound: { wall, memory } }: Ran) => (wall ? `${wall} s` : `${memory} MB`)
const commandColumns: Column<CommandLine>[] = [
  ['command', ({ taken }) => taken.name],
  ['bound', ({ taken }) => `${boundOf(taken)}${exceeds(taken) ? ', exceeded' : ''}`],
]
const ranColumns: Column<Ran>[] = [
  ['outcome', ({ code, outcome }) => `${code === 0 ? '' : `exit ${code}: `}${outcome}`],
  ['CPU s: command', ({ service }) => shown(service)],
  ['PostgreSQL', ({ postgres }) => shown(postgres)],
  ['wall s', ({ wall }) => shown(wall)],
  ['memory MB', ({ memory }) => memory.toFixed(0)],
]

/** The columns for the service, and the same columns for the other commit. */
function compared<Of>(columns: Column<Of>[], hasBefore: boolean): Column<Compared<Of>>[] {
  const now = columns.map(([heading, cell]): Column<Compared<Of>> => [heading, ({ taken }) => cell(taken)])
  const before = columns.map(([heading, cell]): Column<Compared<Of>> => {
    return [`${heading} before`, ({ before }) => (before ? cell(before) : '')]
  })
  return hasBefore ? [...now, ...before] : now
}

const shown = (value = Number.NaN) => value.toFixed(value < 10 ? 1 : 0)
