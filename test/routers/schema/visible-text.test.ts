import { expect, test } from 'vitest'
import { serviceForFile } from '../../setup/fixture.ts'

const { admin, make } = await serviceForFile()
const [employees, tags, units] = ['/api/v1/employees/', '/api/v1/tags/', '/api/v1/org-units/']
let count = 0
const newTag = () => ({ name: `Tag ${++count}--`, display_name: 'A tag', category: 'CONTRACT' })
const refused = (code: string) => [`Control and formatting characters are not allowed: U+${code}.`]
const blank = ['This field may not be blank.']

const send = async (fields: object) => {
  const { status, body } = await admin.post(tags, { ...newTag(), ...fields })
  return status === 201 ? body : [status, body]
}

test.each([
  ['an escape', 'Nurse \u001b[2J', '001B'],
  ['a bell', 'Nur\u0007se', '0007'],
  ['a new line', 'Nurse\nNight', '000A'],
  ['a tab', 'Nurse\tNight', '0009'],
  ['a control of eight bits', 'Nurse \u009b2J', '009B'],
  ['an override of the direction', 'Nurse \u202eesruN', '202E'],
  ['an isolate', 'Nurse \u2066x', '2066'],
  ['a mark of the direction', 'Nurse\u200f', '200F'],
  ['a space without width', 'Nurse\u200b', '200B'],
  ['a soft hyphen', 'Nur\u00adse', '00AD'],
  ['a mark that joins graphemes', 'Nur\u034fse', '034F'],
  ['a letter that is blank', 'Nurse\u3164', '3164'],
  ['a joiner beside a space', 'Nurse \u200dx', '200D'],
  ['a joiner between letters that do not join', 'Nur\u200cse', '200C'],
  ['two joiners', 'می\u200c\u200cخواهم', '200C'],
  ['a selector behind a letter', 'Nurse\ufe0f', 'FE0F'],
  ['a selector behind a digit', 'Night 1\ufe0f', 'FE0F'],
  ['two selectors', 'Night ☀\ufe0f\ufe0f', 'FE0F'],
  ['a separator of lines', 'Nurse\u2028Night', '2028'],
  ['a separator of paragraphs', 'Nurse\u2029Night', '2029'],
])('a name with %s is refused', async (_, name, code) => {
  expect(await send({ name, display_name: name })).toEqual([
    400,
    { name: refused(code), display_name: refused(code) },
  ])
})

test.each(['\u200b', '\u2800', '\u3164\u3164\u3164\u3164\u3164', '\ufeff \u200b', '\u0301'])(
  'a name that shows nothing is refused as blank: %j',
  async (display_name) => {
    expect(await send({ display_name })).toEqual([400, { display_name: blank }])
  },
)

test('names of all kinds are refused under their fields', async () => {
  const bad = '\u202e\u001b'
  const fields = (answer: { status: number; body: object }) => [
    answer.status,
    Object.keys(answer.body).sort(),
  ]
  const person = {
    employee_number: bad,
    first_name: bad,
    last_name: bad,
    email: `a${bad}@b.c`,
    document_number: bad,
    photo: 'java\tscript:alert(1)',
  }
  expect(fields(await admin.post(employees, person))).toEqual([400, Object.keys(person).sort()])
  const unit = { code: bad, name: bad, short_name: bad }
  expect(fields(await admin.post(units, { ...unit, unit_type: 'UNIT' }))).toEqual([
    400,
    Object.keys(unit).sort(),
  ])
  const { id } = await make.position()
  expect(fields(await admin.patch(`/api/v1/demand/${id}/`, { title: bad }))).toEqual([400, ['title']])
})

test('names keep letters of all scripts, their joiners and emoji', async () => {
  for (const display_name of [
    'Día ☀️',
    'می\u200cخواهم',
    'क्\u200dष',
    '看護師',
    'Größe 3½ – «x»',
    '葛\u{e0100}城',
    'Dr 👩\u200d⚕️',
    '1\ufe0f\u20e3',
    'مَ\u200cخ',
  ])
    expect(await send({ display_name })).toMatchObject({ display_name })
})

test('names are stored in composed form, and found in either', async () => {
  const { id, name } = await send({ name: 'Nin\u0303os' })
  expect(name).toBe('Niños')
  expect(await send({ name: 'Niños' })).toMatchObject([400, { name: [expect.stringContaining('exists')] }])
  const person = {
    first_name: 'Rocío',
    last_name: 'Álvarez',
    employee_number: 'R-1',
    email: 'r@clinic.example',
  }
  const made = await admin.post(employees, person)
  const { body } = await admin.get(`${employees}?search=${encodeURIComponent('Rocío'.normalize('NFD'))}`)
  expect(body.results.map((one: { id: string }) => one.id)).toEqual([made.body.id])
  expect(id).toBeDefined()
})

test('notes keep lines, tabs and what hides nothing, and no other controls', async () => {
  expect(await send({ description: 'One\r\nTwo\n\tThree\u200b \u{1f469}\u200d\u2695\ufe0f' })).toMatchObject({
    description: 'One\nTwo\n\tThree\u200b \u{1f469}\u200d\u2695\ufe0f',
  })
  for (const [description, code] of [
    ['x\u001b', '001B'],
    ['x\u202ey', '202E'],
    ['x\ry', '000D'],
  ] as const)
    expect(await send({ description })).toEqual([400, { description: refused(code) }])
})

test.each(['Nurs\u0435', 'N\u03bfurse', 'Nurse\u13a1'])(
  'a tag’s name mixes no scripts that look alike: %j',
  async (name) => {
    expect(await send({ name })).toEqual([400, { name: ['The letters of different scripts look alike.'] }])
  },
)

test.each(['Сестра', 'Νοσηλ', 'ナースABC', 'می\u200cخواهم', 'Night ☀\ufe0f'])(
  'a tag’s name may be %j',
  async (name) => {
    expect(await send({ name })).toMatchObject({ name })
  },
)
