import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../../entities/orm.ts'
import { isConstant } from '../../ops/console/src/language/constants.ts'
import fieldRefusals from '../../ops/console/src/language/spanish/field-refusals.json' with { type: 'json' }
import refusals from '../../ops/console/src/language/spanish/refusals.json' with { type: 'json' }
import { spanish } from '../../ops/console/src/language/spanish.ts'
import { changeSubjects } from '../../src/logs/events.ts'

const source = join(import.meta.dirname, '..', '..', 'ops', 'console', 'src')
const areas = join(source, 'language', 'spanish')

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))

/** What a message is filled with: its placeholders, plurals and tags. */
const filledWith = (elements: MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    const inside =
      element.type === TYPE.tag
        ? filledWith(element.children)
        : element.type === TYPE.select || element.type === TYPE.plural
          ? Object.values(element.options).flatMap(({ value }) => filledWith(value))
          : []
    return [`${TYPE[element.type]} ${element.value}`, ...inside]
  })

const placeholdersOf = (message: string) => [...new Set(filledWith(parse(message)))].sort()

test('every Spanish text has the same placeholders as its English one', () => {
  const different = Object.entries(spanish).filter(
    ([english, translated]) => `${placeholdersOf(english)}` !== `${placeholdersOf(translated)}`,
  )
  expect(different).toEqual([])
})

test('every count that can reach a thousand is written with a separator', () => {
  const counts = new Set(
    ['count', 'total', 'shown', 'rows', 'allowed', 'near', 'refused'].map((name) => `argument ${name}`),
  )
  const ofService = new Set(Object.keys({ ...refusals, ...fieldRefusals }))
  const plain = Object.keys(spanish).filter(
    (english) => !ofService.has(english) && placeholdersOf(english).some((one) => counts.has(one)),
  )
  expect(plain.filter((english) => !/^\{count\} (s|min|h)$/.test(english))).toEqual([])
})

test('every text of the dictionary is used', async () => {
  const code = await filesIn(source)
  const sources = (await Promise.all(code.map((name) => readFile(join(source, name), 'utf8')))).join('\n')
  const isSaid = (english: string) =>
    isConstant(english) ||
    Object.hasOwn({ ...refusals, ...fieldRefusals }, english) ||
    [`'${english}'`, `"${english}"`].some((said) => sources.includes(said))
  expect(Object.keys(spanish).filter((english) => !isSaid(english))).toEqual([])
})

test('a text used in several areas has one translation', async () => {
  const dictionaries = await Promise.all(
    (await readdir(areas)).map(async (name) => JSON.parse(await readFile(join(areas, name), 'utf8'))),
  )
  const texts = dictionaries.flatMap(Object.entries)
  const joined: Record<string, string> = spanish
  expect(texts.filter(([english, translated]) => joined[english] !== translated)).toEqual([])
})

test('what the service says about fields and lines is in Spanish on every page', async () => {
  vi.stubGlobal('document', { documentElement: {} })
  const { saidText, switchTo } = await import(join(source, 'language', 'said.tsx'))
  await switchTo('es')
  onTestFinished(async () => {
    await switchTo('en')
    // Later files in this process would take it for a browser.
    vi.unstubAllGlobals()
  })
  expect(
    [
      'Ensure this value is greater than or equal to 0.01.',
      'Ensure this date is not before 2026-11-30.',
      'End date must not be before the start date.',
      'The assignment is for another employee or position.',
      'The assignment is ENDED.',
      'The position lacks 4.50 secure hours now; the line adds 8.00.',
      'The employee has 2.00 hours left within the contract now; the line adds 8.00.',
    ].map(saidText),
  ).toEqual([
    'Este valor debe ser como mínimo 0,01.',
    'La fecha no puede ser anterior al 30 nov 2026.',
    'La fecha final no puede ser anterior a la inicial.',
    'La asignación es de otra persona o de otro puesto.',
    'La asignación está finalizada.',
    'Al puesto le faltan ahora 4,5 horas aseguradas; la línea añade 8.',
    'A la persona le quedan ahora 2 horas de su contrato; la línea añade 8.',
  ])
})

/** The columns that the change log leaves out (entities/schema/functions/change-log.sql). */
const derived = ['assigned_hours', 'assignment_count', 'coverage_state', 'search_text', 'folded_text']

test('every column of the change log has a name, and lists are said in words', async () => {
  // Without its types, which are those of a browser.
  const { differences, fields, hidden, valueText } = await import(join(source, 'language', 'field-words.ts'))
  const tables = [...connect('postgresql://nobody@localhost/none').getMetadata().getAll().values()]
  const logged = tables.filter(({ tableName }) => (changeSubjects as readonly string[]).includes(tableName))
  expect(logged.length).toBe(changeSubjects.length)
  const columns = logged.flatMap(({ props }) => props.flatMap(({ fieldNames = [] }) => fieldNames))
  const known = new Set([...derived, ...hidden, ...Object.keys(fields)])
  expect(columns.filter((column) => !known.has(column))).toEqual([])
  expect(valueText(['positions', 'tags'], { name: 'subjects' })).toBe('positions, tags')
  const created = {
    id: 7,
    url: 'https://hr.example/',
    subjects: [],
    secret: '(hidden)',
    cursor: '0',
    failures: 0,
  }
  expect(differences({ before: null, after: created })).toEqual([
    { field: 'Address', from: null, to: 'https://hr.example/' },
    { field: 'Changes of', from: null, to: 'All' },
  ])
  const rotated = { rotated_at: '2026-11-28T10:00:00.000Z', off_since: null, off_reason: 'BEHIND' }
  expect(
    differences({ before: { rotated_at: null, off_since: null, off_reason: null }, after: rotated }),
  ).toEqual([
    { field: 'Secret', from: null, to: 'changed' },
    { field: 'Reason', from: '–', to: 'its place is no longer known' },
  ])
})
