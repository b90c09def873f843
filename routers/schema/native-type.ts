/** The name of a JSON value's type in error messages, whose wording comes from a Python framework. */
export function nativeType(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return 'dict'
}

/** A JSON value in Python's notation: `['CONTRACT', None]`; undefined if that is longer than `length`. */
export function nativeText(value: unknown, length: number): string | undefined {
  let text = ''
  for (const piece of pieces(value)) {
    text += piece
    if (text.length > length) return undefined
  }
  return text
}

/** Yields the text piece by piece, so that only the beginning of a huge or deep value is read. */
function* pieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '['
    for (const [index, item] of value.entries()) {
      if (index) yield ', '
      yield* pieces(item)
    }
    yield ']'
  } else if (typeof value === 'object' && value !== null) {
    yield '{'
    for (const [index, [key, item]] of Object.entries(value).entries()) {
      yield `${index ? ', ' : ''}${quoted(key)}: `
      yield* pieces(item)
    }
    yield '}'
  } else yield scalar(value)
}

function scalar(value: unknown) {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'string' ? quoted(value) : String(value)
}

const quoted = (text: string) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`)
