/**
 * The first character that a name may not hold (D55): a control, or one that is not shown or changes how others are.
 * Words of some scripts need a joiner between letters, and emoji a selector. NUL has a refusal of its own.
 */
export const hiddenInName = (name: string): string | undefined =>
  /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})|[[\p{Cc}\p{Cf}\p{DI}]--[\0\u200c\u200d\p{VS}]]/v.exec(
    name,
  )?.[0]

/** The same in notes, which may have lines and tabs, and what people paste from other programs. */
export const hiddenInNotes = (notes: string): string | undefined =>
  /[[\p{Cc}\p{Bidi_Control}]--[\0\n\t]]/v.exec(notes)?.[0]

/** Whether the text has anything to see; some letters and symbols are blank. */
export const isVisible = (text: string): boolean =>
  /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v.test(text)

/** The text for a terminal, which obeys controls: what was stored by earlier releases may hold some. */
export const terminalText = (text: string): string =>
  text.replace(/[[\p{Cc}\p{Bidi_Control}]--[\n\t]]/gv, '\ufffd')
