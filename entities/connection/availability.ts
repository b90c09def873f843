const codes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...|25P0[34]|40001|40P01|53...|57P0.|57014|55P03|58030|ERR_(TLS|SSL)_\w+|\w*CERT\w*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/
const messages =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|The server does not support SSL connections/

/** Why PostgreSQL refuses writes while it still answers reads, by the code of its error. */
const refusals = { '25006': 'read-only', '53100': 'disk full', '53200': 'out of memory' } as const

export type WriteRefusal = (typeof refusals)[keyof typeof refusals]

/** Why PostgreSQL cannot store writes now, according to the error of a write; undefined for any other error. */
export function writeRefusal(error: unknown): WriteRefusal | undefined {
  const { code, cause } = error as { code?: keyof typeof refusals; cause?: unknown }
  return (code && refusals[code]) ?? (cause ? writeRefusal(cause) : undefined)
}

/** Whether the error means that PostgreSQL cannot be reached or does not answer in time (D43). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && codes.test(code)) return true
  return messages.test(error.message) || isDatabaseUnavailable(error.cause)
}

/** Milliseconds for which a refusal is remembered, unless an insert succeeds sooner. */
const remembered = 60_000
/** Milliseconds between two reports of refusals. Connections opened in between stay open. */
const reportInterval = 1000

/** Whether a database accepts writes, as far as this process knows. */
export class Writability {
  /** Called when that changes, and at most once a second while writes are refused. */
  onNews: (refusal: WriteRefusal | undefined) => void = () => {}
  #refused: { reason: WriteRefusal; at: number } | undefined
  #newsAt = 0
  #suspectBefore = 0

  refused(reason: WriteRefusal) {
    const at = performance.now()
    const isNews = !this.#refused || at - this.#newsAt > reportInterval
    this.#refused = { reason, at }
    if (!isNews) return
    this.#newsAt = at
    if (reason === 'read-only') this.#suspectBefore = at
    this.onNews(reason)
  }

  succeeded() {
    if (!this.#refused) return
    this.#refused = undefined
    this.onNews(undefined)
  }

  /** Takes over what another process of the service has learnt. */
  learn(refusal: WriteRefusal | undefined) {
    this.#refused = refusal && { reason: refusal, at: performance.now() }
  }

  /** Why the last write was refused, if that was less than a minute ago. */
  get refusal(): WriteRefusal | undefined {
    const refused = this.#refused
    return refused && performance.now() - refused.at < remembered ? refused.reason : undefined
  }

  /** Whether a connection opened at that time may lead to a server that has become read-only. */
  isSuspect(openedAt: number) {
    return openedAt <= this.#suspectBefore
  }
}

const byAddress = new Map<string, Writability>()

/** What this process knows about the database at the address. */
export const writabilityAt = (url: string): Writability =>
  byAddress.getOrInsertComputed(url, () => new Writability())
