/** Why the service does not start, in one sentence that says what to do: printed without a stack. */
export class StartRefused extends Error {}
