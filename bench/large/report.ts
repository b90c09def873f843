import type { LargeCase } from './cases.ts'
import type { Ran } from './commands.ts'
import type { Taken } from './requests.ts'

/** A case of the service, and of the service of another commit. */
export type LargeLine = { one: LargeCase; taken: Taken; before?: Taken }
/** A command of both. */
export type CommandLine = { ran: Ran; before?: Ran }

const total = ({ service, postgres }: Pick<Taken, 'service' | 'postgres'>) => service + postgres
export const hasFailed = ({ status }: Taken) => status < 200 || status >= 300
const isOver = ({ one, taken }: LargeLine) => total(taken) > one.bound
const exceeds = ({ wall, memory, bound }: Ran) =>
  wall > (bound.wall ?? Number.POSITIVE_INFINITY) || memory > (bound.memory ?? Number.POSITIVE_INFINITY)

/** The groups with their slowest cases, what failed or took too long, the commands, and every case. */
export function largeReport(lines: LargeLine[], commands: CommandLine[]): string {
  const hasBefore = lines.some(({ before }) => before) || commands.some(({ before }) => before)
  const wrong = lines.filter((line) => hasFailed(line.taken) || isOver(line))
  const sections = [
    ['Groups', groupTable(lines, hasBefore)],
    ['Commands', commandTable(commands, hasBefore)],
    [`Failed or over the bound: ${wrong.length} of ${lines.length}`, caseTable(wrong, hasBefore)],
    ['Every case', caseTable(lines, hasBefore)],
  ]
  return sections.map(([title, rows]) => `### ${title}\n\n${rows}`).join('\n\n')
}

function groupTable(lines: LargeLine[], hasBefore: boolean): string {
  const groups = Map.groupBy(lines, ({ one }) => one.group)
  const rows = [...groups].map(([group, members]) => {
    const before = members.flatMap(({ before }) => before ?? [])
    return [
      group,
      String(members.length),
      String(members[0]?.one.bound),
      ...summed(members.map(({ taken }) => taken)),
    ]
      .concat(String(members.filter(isOver).length))
      .concat(hasBefore ? summed(before) : [])
  })
  const heading = ['group', 'cases', 'bound', 'failed', 'median CPU ms', 'most', 'over the bound']
  return markdown([...heading, ...(hasBefore ? ['failed before', 'median before', 'most before'] : [])], rows)
}

function summed(all: Taken[]): string[] {
  const times = all.map(total).sort((a, b) => a - b)
  return [String(all.filter(hasFailed).length), shown(times[times.length >> 1]), shown(times.at(-1))]
}

function caseTable(lines: LargeLine[], hasBefore: boolean): string {
  const cells = (taken?: Taken) =>
    taken
      ? [
          taken.problem ? `${taken.status} ${taken.problem}` : String(taken.status),
          shown(taken.service),
        ].concat([shown(taken.postgres), shown(taken.wall)])
      : ['', '', '', '']
  const rows = lines.map(({ one, taken, before }) => [
    one.group,
    one.name,
    String(taken.count ?? ''),
    String(one.bound),
    ...cells(taken),
    ...(hasBefore ? cells(before) : []),
  ])
  const measures = ['status', 'CPU ms: service', 'PostgreSQL', 'wall ms']
  const before = hasBefore ? measures.map((heading) => `${heading} before`) : []
  return markdown(['group', 'case', 'rows', 'bound', ...measures, ...before], rows)
}

function commandTable(lines: CommandLine[], hasBefore: boolean): string {
  const cells = (ran?: Ran) =>
    ran
      ? [
          `${ran.code === 0 ? '' : `exit ${ran.code}: `}${ran.outcome}`,
          shown(ran.service),
          shown(ran.postgres),
        ].concat([shown(ran.wall), ran.memory.toFixed(0)])
      : ['', '', '', '', '']
  const bound = ({ bound: { wall, memory } }: Ran) => (wall ? `${wall} s` : `${memory} MB`)
  const measures = ['outcome', 'CPU s: command', 'PostgreSQL', 'wall s', 'memory MB']
  const before = hasBefore ? measures.map((heading) => `${heading} before`) : []
  const rows = lines.map(({ ran, before }) => [
    ran.name,
    `${bound(ran)}${exceeds(ran) ? ', exceeded' : ''}`,
    ...cells(ran),
    ...(hasBefore ? cells(before) : []),
  ])
  return markdown(['command', 'bound', ...measures, ...before], rows)
}

const shown = (value = Number.NaN) => value.toFixed(value < 10 ? 1 : 0)

function markdown(headings: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}
