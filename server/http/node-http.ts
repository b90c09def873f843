/** Node's HTTP. An import would evaluate its lazy exports, and so load `fetch`: 40 ms and 4 MB at start. */
export const { createServer, IncomingMessage, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http')
