import type { Request, Response } from 'express'
import { nativeAnswer, toTRPCError } from '../../routers/gate/errors.ts'
import type { Language } from '../../src/language.ts'
import { answerError } from '../http/answer.ts'
import { languageOf } from '../http/context.ts'
import { STATUS_CODES } from '../http/node-http.ts'
import { escaped, htmlPage } from './html.ts'
import { texts } from './page-texts.ts'

type PageProblem = { status: number; detail?: string }

/** Answers with a page if a person opens the address in a browser, and otherwise with JSON. */
export function answerProblem(req: Request, res: Response, problem: PageProblem) {
  const { status, detail = `${STATUS_CODES[status]}.` } = problem
  res.status(status).set('Cache-Control', 'no-store').vary('Accept').vary('Accept-Language')
  if (!isOfBrowser(req))
    return void res.set('Content-Type', 'application/json').end(JSON.stringify({ detail }))
  const retryAfter = res.get('Retry-After')
  res.type('html').send(problemPage({ status, language: languageOf(req), retryAfter }))
}

/** Answers an error of the API, as a page or as JSON. */
export function answerApiProblem(req: Request, res: Response, thrown: unknown) {
  if (!isOfBrowser(req)) return answerError(req, res, thrown)
  const { status, headers } = nativeAnswer(toTRPCError(thrown))
  answerProblem(req, res.set(headers), { status })
}

const isOfBrowser = (req: Request) => req.accepts('json', 'html') === 'html'

type ShownProblem = { status: number; language: Language; retryAfter?: string | undefined }

/** The page that says what went wrong. */
function problemPage({ status, language, retryAfter }: ShownProblem) {
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
