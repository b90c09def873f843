import type { Request, Response } from 'express'
import { nativeAnswer, toTRPCError } from '../../routers/gate/errors.ts'
import { answerError } from '../http/answer.ts'
import { STATUS_CODES } from '../http/node-http.ts'
import { languageOf } from './page-texts.ts'
import { problemPage } from './problem-page.ts'

type Problem = { status: number; detail?: string }

/** Answers with a page if a person opens the address in a browser, and otherwise with JSON. */
export function answerProblem(req: Request, res: Response, problem: Problem) {
  const { status, detail = `${STATUS_CODES[status]}.` } = problem
  res.status(status).set('Cache-Control', 'no-store').vary('Accept').vary('Accept-Language')
  if (!isOfBrowser(req))
    return void res.set('Content-Type', 'application/json').end(JSON.stringify({ detail }))
  const retryAfter = res.get('Retry-After')
  res.type('html').send(problemPage({ status, language: languageOf(req), retryAfter }))
}

/** The same for an error of the API. */
export function answerApiProblem(req: Request, res: Response, thrown: unknown) {
  if (!isOfBrowser(req)) return answerError(req, res, thrown)
  const { status, headers } = nativeAnswer(toTRPCError(thrown))
  answerProblem(req, res.set(headers), { status })
}

const isOfBrowser = (req: Request) => req.accepts('json', 'html') === 'html'
