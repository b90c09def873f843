const codes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...|25P0[34]|40001|53...|57P0.|57014|55P03|58030|ERR_(TLS|SSL)_\w+|\w*CERT\w*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|connection error and is not queryable|The server does not support SSL connections/

/** Why PostgreSQL refuses to write although it answers reads, by the code of its error. */
const refusals = { '25006': 'read-only', '53100': 'disk full', '53200': 'out of memory' } as const

export type WriteRefusal = (typeof refusals)[keyof typeof refusals]

/** Why PostgreSQL cannot store writes at present, by the error of one; undefined for any other error. */
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
