import { CoverageError } from '../contract/error.ts'

/** An error for a request that got no answer, which names the cause that lies deepest. */
export function noAnswer(cause: unknown, service: URL): CoverageError {
  return new CoverageError(`The service did not answer: ${why(deepest(cause), service)}`, {
    cause,
    retryable: true,
  })
}

type Failure = { code?: unknown; message?: unknown; cause?: unknown; errors?: unknown[] }

function deepest(thrown: unknown): Failure {
  let failure = (thrown ?? {}) as Failure
  for (;;) {
    const inner = failure.errors?.[0] ?? failure.cause
    if (!inner || typeof inner !== 'object') return failure
    failure = inner
  }
}

function why({ code, message }: Failure, { origin }: URL): string {
  const known = typeof code === 'string' && sentences.find(([pattern]) => pattern.test(code))
  if (known) return `${known[1].replace('%', origin)} (${code}).`
  const page = (globalThis as { location?: { origin: string } }).location?.origin
  const isElsewhere = page !== undefined && page !== origin
  return `${message ?? 'unknown error'}.${isElsewhere ? foreign(page, origin) : ''}`
}

/** Browsers do not tell a page why a request failed. */
const foreign = (page: string, origin: string) =>
  ` Check that ${origin} can be reached, and that CORS_ALLOWED_ORIGINS of the service lists ${page}.`

const sentences: [RegExp, string][] = [
  [/REFUSED/i, 'nothing listens at %'],
  [/ENOTFOUND|EAI_AGAIN/, 'the host name of % cannot be resolved'],
  [/RESET|EPIPE|UND_ERR_SOCKET/, '% closed the connection'],
  [/TIMEOUT|TIMEDOUT|UNREACH/, '% cannot be reached'],
  [/ERR_SSL/, '% does not speak https'],
  [/CERT|SIGNATURE|ISSUER/, 'the certificate of % is not trusted'],
]
