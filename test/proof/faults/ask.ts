export type Ask = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: Record<string, unknown>
}
/** `status` is 0 without an answer. */
export type Answered = { status: number; cookies: string[]; text: string }

/** Milliseconds after which a caller gives up. */
const patience = 10_000

/** Sends one request, once. */
export async function ask(url: string, { method, path, headers, body }: Ask): Promise<Answered> {
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    })
    return { status: answer.status, cookies: answer.headers.getSetCookie(), text: await answer.text() }
  } catch (error) {
    return { status: 0, cookies: [], text: String(error) }
  }
}
