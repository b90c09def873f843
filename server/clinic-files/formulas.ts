/** What a spreadsheet takes for the beginning of a formula, and the quotes that may stand before it. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** The text as a cell that is no formula: with one more quote before it if needed. */
export const quoted = (text: string) => (formula.test(text) ? `'${text}` : text)

/** The text from which `quoted` made the cell. */
export const unquoted = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
