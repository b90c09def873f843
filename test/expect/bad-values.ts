import { randomUUID } from 'node:crypto'
import { doesNotExist } from './texts.ts'

/** A value that a field refuses: what it is, the value (undefined: left out), and the messages under the field. */
export type Bad = [situation: string, value: unknown, ...messages: unknown[]]

/** What a field refuses, and what it takes at the very limit. */
export type Kind = { bad: Bad[]; good: unknown[] }

type Presence = { required?: boolean; nullable?: boolean }

const lone = '\ud800'
const nested = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`)
const huge = 'x'.repeat(5000)
const required = 'This field is required.'
const notNull = 'This field may not be null.'
const noNul = 'Null characters are not allowed.'
const noControl = 'Control and formatting characters are not allowed: U+001B.'
const noSurrogate = 'Surrogate characters are not allowed: U+D800.'
const ending = (end: string) => ({ asymmetricMatch: (text: unknown) => String(text).endsWith(end) })

/** A text as a refusal shows it. */
const cut = (value: string) => (value.length > 50 ? `${value.slice(0, 50)}…` : value)

const presence = ({ required: isRequired = false, nullable = false }: Presence): Bad[] => [
  ...(isRequired ? [['missing', undefined, required] as Bad] : []),
  ...(nullable ? [] : [['null', null, notNull] as Bad]),
]

/** Each value under its own name, or the beginning of it. */
const each = <T>(message: string | ((value: T) => string), values: readonly T[]): Bad[] =>
  values.map((value) => [
    (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 30),
    value,
    typeof message === 'string' ? message : message(value),
  ])

const notUuid = (value: string) => `“${cut(value)}” is not a valid UUID.`
const notAmong = (value: string) =>
  `Select a valid choice. ${cut(value)} is not one of the available choices.`

const wrongTypes = (types: Record<string, unknown>, message: unknown): Bad[] =>
  Object.entries(types).map(([type, value]) => [type, value, message])

const notText = {
  'a number': 5,
  'a boolean': true,
  'an array': ['x'],
  'an empty array': [],
  'a long array': Array(3000).fill('x'),
  'an object': { a: 'x' },
  'nested arrays': nested,
}

/** Text of `minimum` to `maximum` characters, however many bytes they take. */
export const text = (
  maximum: number,
  { minimum = 0, filler = 'x', ...given }: Presence & { minimum?: number; filler?: string } = {},
): Kind => {
  const tooLong = `Ensure this field has no more than ${maximum} characters.`
  const middle = 'x'.repeat(minimum)
  const blank: Bad[] = [
    ['blank', '', 'This field may not be blank.'],
    ['white space', ' \t\n ', 'This field may not be blank.'],
  ]
  return {
    bad: [
      ...presence(given),
      ...wrongTypes(notText, 'Not a valid string.'),
      ...(minimum > 0 ? blank : []),
      ...(minimum > 1
        ? ['x', '😀'].map(
            (letter): Bad => [
              `too short, of ${letter}`,
              ` ${letter.repeat(minimum - 1)} `,
              `Ensure this field has at least ${minimum} characters.`,
            ],
          )
        : []),
      ['too long by one', 'x'.repeat(maximum + 1), tooLong],
      ['too long by one emoji', '😀'.repeat(maximum + 1), tooLong],
      ['NUL', `${middle}\0`, noNul],
      ['a lone surrogate', `${middle}${lone}`, noSurrogate],
      ['an escape', `x${middle}\u001b`, noControl],
      ['huge', huge, tooLong],
    ],
    good: [
      filler.repeat(maximum),
      `${filler}😀`.repeat(maximum / 2),
      ` ${filler.repeat(Math.max(minimum, 1))} `,
      ...(minimum ? [] : ['', ' ']),
    ],
  }
}

const emailOf = (length: number) => `${'a'.repeat(length - '@clinic.example'.length)}@clinic.example`
const notEmail = 'Enter a valid email address.'

export const email = (given: Presence = {}): Kind => ({
  bad: [
    ...presence(given),
    ...wrongTypes(notText, 'Not a valid string.'),
    ['blank', '', 'This field may not be blank.'],
    ['no @', 'ana.clinic.example', notEmail],
    ['two @', 'ana@clinic@clinic.example', notEmail],
    ['no local part', '@clinic.example', notEmail],
    ['an empty label', 'ana@clinic..example', notEmail],
    ['a space', 'ana maria@clinic.example', notEmail],
    ['too long by one', emailOf(255), 'Ensure this field has no more than 254 characters.'],
    ['too long and no email', huge, 'Ensure this field has no more than 254 characters.', notEmail],
    ['NUL', 'ana\0@clinic.example', noNul],
    ['a lone surrogate', `ana${lone}@clinic.example`, noSurrogate],
    ['an escape', 'ana\u001b@clinic.example', noControl],
  ],
  good: [emailOf(254), ' Ana@Clinic.EXAMPLE '],
})

const dateFormat = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'

export const date = (given: Presence = {}): Kind => ({
  bad: [
    ...presence(given),
    ...wrongTypes({ ...notText, 'a year': 2026 }, dateFormat),
    ...each(dateFormat, [
      '',
      ' ',
      'tomorrow',
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '2025-02-29',
      '2026-1-1',
      '20260101',
      '2026/01/01',
      '01-01-2026',
      '0000-01-01',
      '10000-01-01',
      '-2026-01-01',
      '2026-01-01T00:00:00Z',
      '2026-01-01\0',
      `2026-01-01${lone}`,
      '２０２６-01-01',
      huge,
    ]),
  ],
  good: ['0001-01-01', '9999-12-31', '2024-02-29', ...(given.nullable ? [null] : [])],
})

/** One of some values, to the letter; `sample` is one of them. */
export const choice = (sample: string, given: Presence = {}): Kind => ({
  bad: [
    ...presence(given),
    ...wrongTypes(notText, ending(' is not a valid choice.')),
    ...each(
      (value) => `"${value}" is not a valid choice.`,
      ['', ' ', 'NOPE', sample.toLowerCase(), ` ${sample}`, `${sample}\0`, 'constructor'],
    ),
    ['a lone surrogate', lone, ending(' is not a valid choice.')],
    ['huge', huge, ending(' is not a valid choice.')],
  ],
  good: [sample],
})

/** The id of another object; `unknown` is what is said of the id of nothing. */
export const reference = ({
  unknown = doesNotExist,
  ...given
}: Presence & { unknown?: (id: unknown) => string } = {}): Kind => {
  const [nothing, id] = [randomUUID(), randomUUID()]
  const malformed = [
    'abc',
    ' ',
    id.replaceAll('-', ''),
    `${id}0`,
    `{${id}}`,
    ` ${id}`,
    `${id}\0`,
    "' or 1=1 --",
  ]
  return {
    bad: [
      ...presence(given),
      ['a boolean', true, 'Incorrect type. Expected pk value, received bool.'],
      ['a number', 5, doesNotExist(5)],
      ['an array', [id], ending(' is not a valid UUID.')],
      ['an object', { id }, ending(' is not a valid UUID.')],
      ['nested arrays', nested, ending(' is not a valid UUID.')],
      ...each(notNull, given.nullable ? [] : ['']),
      ...each(notUuid, malformed),
      ['a lone surrogate', lone, ending(' is not a valid UUID.')],
      ['huge', huge, ending(' is not a valid UUID.')],
      ['an id of nothing', nothing, unknown(nothing)],
    ],
    good: given.nullable ? [null] : [],
  }
}

/** A decimal of two places and `digits` digits in all. */
export const decimal = ({
  digits,
  minimum,
  maximum,
  ...given
}: Presence & { digits: number; minimum?: number; maximum?: number }): Kind => {
  const invalid = 'A valid number is required.'
  const { 'a number': _, ...types } = notText
  const bounds: Bad[] = []
  if (minimum !== undefined) {
    const tooLow = `Ensure this value is greater than or equal to ${minimum}.`
    bounds.push(['too low by a hundredth', (minimum - 0.01).toFixed(2), tooLow])
    bounds.push(['too low', minimum - 1, tooLow])
  }
  if (maximum !== undefined && maximum < 10 ** (digits - 2) - 1) {
    const tooHigh = `Ensure this value is less than or equal to ${maximum}.`
    bounds.push(
      ['too high by a hundredth', (maximum + 0.01).toFixed(2), tooHigh],
      ['too high', maximum + 1, tooHigh],
    )
  }
  const most = (10 ** (digits - 2) - 0.01).toFixed(2)
  return {
    bad: [
      ...presence(given),
      ...wrongTypes(types, invalid),
      ...each(invalid, [
        '',
        ' ',
        'many',
        'NaN',
        'Infinity',
        '-Infinity',
        '1,5',
        '0x10',
        '1e',
        'e5',
        '--1',
        '1_0',
        '1 0',
        '1\0',
        '１',
        `1${lone}`,
        '1e99999',
      ]),
      ...each('Ensure that there are no more than 2 decimal places.', [
        '1.001',
        1.001,
        '1e-3',
        '0.0000000000001',
        1e-7,
      ]),
      [
        'one digit too many',
        '1'.repeat(digits + 1),
        `Ensure that there are no more than ${digits} digits in total.`,
      ],
      [
        'one digit before the point too many',
        '1'.repeat(digits - 1),
        `Ensure that there are no more than ${digits - 2} digits before the decimal point.`,
      ],
      ['a large exponent', '1e99', `Ensure that there are no more than ${digits} digits in total.`],
      ['a large number', 1e300, `Ensure that there are no more than ${digits} digits in total.`],
      ['huge', '1'.repeat(5000), 'String value too large.'],
      ...bounds,
    ],
    good: [
      minimum ?? `-${most}`,
      maximum === undefined ? most : Math.min(maximum, Number(most)),
      ' 1.50 ',
      '+1',
      '1.',
      '1e1',
      1.5,
      ...(given.nullable ? [null] : []),
    ],
  }
}

export const boolean = (given: Presence = {}): Kind => ({
  bad: [
    ...presence(given),
    ...each('Must be a valid boolean.', ['true', 'False', '', 'yes', 0, 1, 2, [], [true], {}, nested, huge]),
  ],
  good: [true],
})

export const integer = (minimum: number, maximum: number, given: Presence = {}): Kind => {
  const invalid = 'A valid integer is required.'
  const tooHigh = `Ensure this value is less than or equal to ${maximum}.`
  return {
    bad: [
      ...presence(given),
      ...each(invalid, ['5', '', 'many', 1.5, true, [], [5], {}, nested, huge]),
      ['too low by one', minimum - 1, `Ensure this value is greater than or equal to ${minimum}.`],
      ['too high by one', maximum + 1, tooHigh],
      ['a large number', 1e300, tooHigh],
    ],
    good: [minimum, maximum],
  }
}

/** A list of 1 to `maximum` ids; one that may be empty may as a rule be missing too. */
export const ids = (bounds: { maximum?: number; mayBeEmpty?: boolean; required?: boolean } = {}): Kind => {
  const { maximum = 500, mayBeEmpty = false, required = !mayBeEmpty } = bounds
  const [one, other] = [randomUUID(), randomUUID()]
  const notList = (type: string) => `Expected a list of items but got type "${type}".`
  const badItem = 'Must be a valid UUID.'
  return {
    bad: [
      ...presence({ required }),
      ['a string', one, notList('str')],
      ['an empty string', '', notList('str')],
      ['a long string', huge, notList('str')],
      ['a number', 5, notList('int')],
      ['a boolean', true, notList('bool')],
      ['an object', { 0: one }, notList('dict')],
      ...(mayBeEmpty ? [] : [['empty', [], 'This list may not be empty.'] as Bad]),
      [
        'one too many',
        Array(maximum + 1).fill(one),
        `Ensure this field has no more than ${maximum} elements.`,
      ],
      ['a bad item', [one, 'abc'], `Item 1: ${badItem}`],
      [
        'items of other types',
        [5, true, {}, [one], nested],
        ...[0, 1, 2, 3, 4].map((item) => `Item ${item}: ${badItem}`),
      ],
      ['a null', [null], 'Item 0: This field may not be null.'],
      [
        'NUL, a lone surrogate, a huge text',
        [`${one}\0`, lone, huge],
        ...[0, 1, 2].map((item) => `Item ${item}: ${badItem}`),
      ],
      ['ids of nothing', [one, other, one], doesNotExist(one), doesNotExist(other)],
    ],
    good: mayBeEmpty ? [[]] : [],
  }
}

/** Query parameters: what is refused, with the words; and what is taken. */
export const parameters = {
  choice: (sample: string): Kind => ({
    bad: each(notAmong, [
      'NOPE',
      sample === sample.toLowerCase() ? sample.toUpperCase() : sample.toLowerCase(),
      ` ${sample}`,
      `${sample},${sample}`,
      '\0',
      'constructor',
      'x'.repeat(5000),
    ]),
    good: ['', sample],
  }),
  id: (): Kind => ({
    bad: each('Enter a valid UUID.', [
      'abc',
      '5',
      randomUUID().replaceAll('-', ''),
      `${randomUUID()},`,
      ` ${randomUUID()}`,
      '\0',
      'x'.repeat(5000),
    ]),
    good: ['', randomUUID(), randomUUID().toUpperCase()],
  }),
  knownId: (): Kind => {
    const nothing = randomUUID()
    return {
      bad: [
        ...each(notUuid, ['abc', nothing.replaceAll('-', ''), '\0', 'x'.repeat(5000)]),
        [
          'an id of nothing',
          nothing,
          'Select a valid choice. That choice is not one of the available choices.',
        ],
      ],
      good: [''],
    }
  },
  date: (message = 'Enter a valid date.'): Kind => ({
    bad: each(message, [
      'yesterday',
      '2026-02-30',
      '2026-1-1',
      '20260101',
      '0000-01-01',
      '2026-01-01T00:00:00Z',
      ' ',
      '\0',
      'x'.repeat(5000),
    ]),
    good: ['', '0001-01-01', '9999-12-31'],
  }),
  referenceDate: (): Kind => parameters.date(dateFormat),
  boolean: (): Kind => ({
    bad: each('Must be a valid boolean.', [
      'maybe',
      '2',
      'yes',
      't',
      ' ',
      '\0',
      '__proto__',
      'x'.repeat(5000),
    ]),
    good: ['', 'true', 'FALSE', 'True', '1', '0'],
  }),
  text: (): Kind => ({
    bad: [['NUL', 'a\0b', noNul]],
    good: [
      '',
      ' ',
      '%',
      '_',
      '\\',
      "'; drop table tags; --",
      '%%%%%%\\\\',
      '😀',
      '\ud800',
      'x'.repeat(8000),
      '"',
      '(',
      '[a-',
    ],
  }),
  ordering: (sample: string): Kind => ({
    bad: each(notAmong, [
      'nope',
      `--${sample}`,
      `${sample},${sample}`,
      `${sample} desc`,
      sample.toUpperCase(),
      '-',
      ' ',
      'constructor',
      '__proto__',
      'id; drop table tags',
      '\0',
      'x'.repeat(5000),
    ]),
    good: ['', sample, `-${sample}`, 'id', '-id'],
  }),
}
