/** The name by which refusals call a JSON value's type: the contract's errors grew from a Python framework. */
export function nativeType(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'str'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  return 'dict'
}
