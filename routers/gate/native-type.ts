/** The name of a JSON value's type in error messages, whose wording comes from a Python framework. */
export function nativeType(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return 'dict'
}

/** A JSON value in Python's notation: `['CONTRACT', None]`. */
export function nativeText(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(nativeText).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  return `{${Object.entries(value)
    .map((entry) => entry.map(nativeText).join(': '))
    .join(', ')}}`
}

const quoted = (text: string) => (text.includes("'") ? JSON.stringify(text) : `'${text}'`)
