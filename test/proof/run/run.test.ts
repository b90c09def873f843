import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Context, judged, notRun, type Part } from './part.ts'
import { runParts } from './run.ts'
import { summary } from './summary.ts'

const lines: string[] = []
beforeEach(() => {
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line))
})
afterEach(() => vi.restoreAllMocks())

const partOf = (name: string, run: Part['run']): Part => ({ name, about: `about ${name}`, run })
const short = { length: 'short', seed: 7, signal: new AbortController().signal } as const

test('the proof prints a line for each part and a sentence for each problem', async () => {
  const results = await runParts(
    [
      partOf('good', async () => judged('5 calls', [])),
      partOf('bad', async () => judged('2 calls', ['One call was lost.'])),
      partOf('absent', async () => notRun('There is no pg_dump.')),
    ],
    short,
  )
  expect(results.map(({ result }) => result)).toEqual(['held', 'did not hold', 'not run'])
  expect(lines).toEqual([
    'good      held          5 calls, 0 s',
    'bad       did not hold  2 calls, 0 s',
    '  One call was lost.',
    'absent    not run       0 s',
    '  There is no pg_dump.',
  ])
})

test('the proof runs the other parts when one throws, and closes what each has opened', async () => {
  const closed: string[] = []
  const open = (context: Context) => {
    for (const name of ['first', 'second']) context.atEnd(() => closed.push(name))
  }
  const thrower = partOf('bad', async (context) => {
    open(context)
    throw new Error('It broke.')
  })
  const results = await runParts([thrower, partOf('good', async () => judged('', []))], short)
  expect(results.map(({ result }) => result)).toEqual(['did not hold', 'held'])
  expect(results[0]?.problems[0]).toContain('It broke.')
  expect(closed).toEqual(['second', 'first'])
})

test('an interrupted part is closed and does not hold, and no other part begins', async () => {
  const closed: string[] = []
  const interruption = new AbortController()
  const endless = partOf('endless', ({ atEnd }) => {
    atEnd(() => closed.push('endless'))
    interruption.abort()
    return new Promise(() => {})
  })
  const next = partOf('next', async () => judged('', []))
  const results = await runParts([endless, next], { ...short, signal: interruption.signal })
  expect(results).toMatchObject([{ name: 'endless', result: 'did not hold' }])
  expect(closed).toEqual(['endless'])
})

test('a part that does not end is closed and does not hold, and the next one begins', async () => {
  const closed: string[] = []
  const endless = partOf('endless', ({ atEnd }) => {
    atEnd(() => closed.push('endless'))
    return new Promise(() => {})
  })
  const results = await runParts([endless, partOf('next', async () => judged('', []))], {
    ...short,
    limit: 1,
  })
  expect(results.map(({ result }) => result)).toEqual(['did not hold', 'held'])
  expect(results[0]?.problems[0]).toContain('It did not end in 0.001 s.')
  expect(closed).toEqual(['endless'])
})

test.each([
  ['short', 10],
  [1, 1000],
  [0.5, 500],
  [0.001, 10],
] as const)(
  'at length %s the proof makes %i tries where the full length makes 1000 and the short one 10',
  async (length, wanted) => {
    const amounts: number[] = []
    const part = partOf('one', async ({ amount }) => {
      amounts.push(amount({ full: 1000, short: 10 }))
      return judged('', [])
    })
    await runParts([part], { ...short, length })
    expect(amounts).toEqual([wanted])
  },
)

test('the proof writes a table that sums up the run', () => {
  const parts = ['good', 'bad', 'other'].map((name) => partOf(name, async () => judged('', [])))
  const results = [
    { ...judged('5 calls', []), name: 'good', seconds: 3 },
    { ...judged('', ['Lost | one\nand another']), name: 'bad', seconds: 1 },
  ]
  const [head, , ...table] = summary({ parts, results, ...short }).split('\n')
  expect(head).toMatch(/^\d{4}-\d\d-\d\d, .*, commit [0-9a-f]+( with changes)?; short length, seed 7$/)
  expect(table.slice(2)).toEqual([
    '| good | about good | held | 5 calls, 3 s |',
    '| bad | about bad | did not hold | Lost one and another, 1 s |',
    '| other | about other | not chosen | |',
  ])
})
