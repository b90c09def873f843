import { STATUS_CODES } from '../http/node-http.ts'
import { escaped, htmlPage } from './html.ts'
import { type Language, texts } from './page-texts.ts'

type Problem = { status: number; language: Language; retryAfter?: string | undefined }

/** What went wrong with a request of a browser, in words. */
export function problemPage({ status, language, retryAfter }: Problem) {
  const t = texts[language]
  const [title, text] = t.problems[status] ?? t.otherProblem(STATUS_CODES[status] ?? `${status}`)
  const wait = retryAfter ? ` ${t.tryAgain(inMinutes(Number(retryAfter), language))}` : ''
  const main = `<h1>${escaped(title ?? '')}</h1>\n<p class="lead">${escaped(`${text}${wait}`)}</p>`
  return htmlPage({ language, title: title ?? '', main })
}

function inMinutes(seconds: number, language: Language) {
  const format = new Intl.RelativeTimeFormat(language)
  return seconds < 60 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute')
}
