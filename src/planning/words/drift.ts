import type { Language } from '../../language.ts'
import { en, es } from './writing.ts'

/** How many lines of a draft there are, would be refused now, and are no longer needed. */
export type DriftCounts = { lines: number; refused: number; unneeded: number }

const english = {
  none: ({ lines }: DriftCounts) =>
    lines === 1 ? 'The line still holds.' : `All ${lines} lines still hold.`,
  drifted: ({ lines, refused, unneeded }: DriftCounts) =>
    `Of ${en.counted(lines, 'line')}, ${en.listed([
      refused > 0 && `${refused} would no longer be accepted`,
      unneeded > 0 && `${unneeded} ${unneeded === 1 ? 'is' : 'are'} no longer needed`,
    ])}.`,
}

const spanish: typeof english = {
  none: ({ lines }) =>
    lines === 1 ? 'La línea sigue siendo válida.' : `Las ${lines} líneas siguen siendo válidas.`,
  drifted: ({ lines, refused, unneeded }) =>
    `De ${es.counted(lines, 'línea', 'líneas')}, ${es.listed([
      refused > 0 && `${refused} ya no se ${refused === 1 ? 'aceptaría' : 'aceptarían'}`,
      unneeded > 0 && `${unneeded} ya no ${unneeded === 1 ? 'hace' : 'hacen'} falta`,
    ])}.`,
}

const words = { en: english, es: spanish }

/** How far a draft still holds. */
export const driftSentence = (counts: DriftCounts, language: Language = 'en') =>
  counts.refused + counts.unneeded === 0 ? words[language].none(counts) : words[language].drifted(counts)
