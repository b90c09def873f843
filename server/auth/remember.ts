/** A pure function that keeps its last results, at most `size` of them; undefined is not kept. */
export function remember<T>(compute: (key: string) => T, size: number): (key: string) => T {
  const kept = new Map<string, T>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const result = compute(key)
    if (kept.size >= size) kept.clear()
    if (result !== undefined) kept.set(key, result)
    return result
  }
}
