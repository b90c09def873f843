const collator = new Intl.Collator('en')

/** Orders text as the database's `und-x-icu` does (D36): English adds nothing to ICU's root collation. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b)
}
