const codes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[123]|57014|53300|55P03|ERR_(TLS|SSL)_\w+|\w*CERT\w*|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|connection error and is not queryable|The server does not support SSL connections/

/** Whether the error means that PostgreSQL cannot be reached or does not answer in time (D43). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && codes.test(code)) return true
  return messages.test(error.message) || isDatabaseUnavailable(error.cause)
}
