import { parseSetCookie } from 'cookie'

type Request = { body?: unknown; headers?: Record<string, string> }
export type Answer = { status: number; body: unknown }

/** A caller of the service over HTTP who keeps its cookies. */
export class Session {
  readonly #cookies = new Map<string, string>()
  readonly #address: string

  constructor(address: string) {
    this.#address = address
  }

  async call(method: string, path: string, { body, headers }: Request = {}): Promise<Answer> {
    const response = await fetch(this.#address + path, {
      method,
      headers: { ...this.#headers(), 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    for (const header of response.headers.getSetCookie()) {
      const { name, value = '' } = parseSetCookie(header)
      this.#cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }

  #headers(): Record<string, string> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    return { Cookie: cookies.join('; '), 'X-CSRFToken': this.#cookies.get('csrftoken') ?? '' }
  }
}
