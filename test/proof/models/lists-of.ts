import fc from 'fast-check'

/** Lists of exactly that length, which shrink to shorter ones. */
export function listsOf<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  const whole = fc.array(item, { minLength: length, maxLength: length })
  const shorter = fc.array(item, { maxLength: length, size: 'max' })
  return new (class extends fc.Arbitrary<T[]> {
    generate(random: fc.Random, bias: number | undefined) {
      return whole.generate(random, bias)
    }
    canShrinkWithoutContext(value: unknown): value is T[] {
      return shorter.canShrinkWithoutContext(value)
    }
    shrink(value: T[], context: unknown) {
      return shorter.shrink(value, context)
    }
  })()
}
