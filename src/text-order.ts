let collator: Intl.Collator | undefined

/** Orders text as the database's `und-x-icu` does (D36): English adds nothing to ICU's root collation. */
export function compareText(a: string, b: string): number {
  // Made on first use, because no text is ordered at startup.
  collator ??= new Intl.Collator('en')
  return collator.compare(a, b)
}

/** The text without accents and capitals, as people type what they look for. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
