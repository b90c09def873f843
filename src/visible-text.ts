// Scripts whose letters a joiner can shape differently (UAX #31).
const scripts = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'.split(' ')
const joining = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`
const joined = new RegExp(`(?<=${joining})[\u200c\u200d](?=${joining})`, 'gv')
const selected = /(?<=[\p{sc=Han}\p{sc=Mong}])\p{VS}/gv
const hidden = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]--\0]/v

/**
 * The first character that a name may not hold (D55): a control, or one that is not shown or changes how others are.
 * Some scripts need joiners or selectors, and so do emoji. NUL has a refusal of its own.
 */
export const hiddenInName = (name: string): string | undefined =>
  hidden.exec(
    name
      .replace(/\p{RGI_Emoji}/gv, '*')
      .replace(joined, '')
      .replace(selected, ''),
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
