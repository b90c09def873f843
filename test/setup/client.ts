import { parseSetCookie } from 'cookie'
import type { User } from '../../entities/accounts/user.ts'
import { checkDocumented } from '../expect/documented.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Json = any

export type Answer = { status: number; headers: Headers; body: Json }
type Options = { body?: unknown; headers?: Record<string, string>; raw?: string | Uint8Array<ArrayBuffer> }

/** A caller of the REST interface that keeps its cookies, honours their paths, and repeats its CSRF token. */
export class Client {
  readonly cookies = new Map<string, { value: string; path: string }>()
  private readonly url: string
  private readonly account: User | undefined
  private readonly token: string | undefined

  constructor(url: string, account?: User, token?: string) {
    this.url = url
    this.account = account
    this.token = token
  }

  /** The user whom the client is signed in as. */
  get user(): User {
    if (!this.account) throw new Error('The client is anonymous.')
    return this.account
  }

  /** A client of the same user with the cookies that this one has now, of another instance if its address is given. */
  copy(url = this.url): Client {
    const copy = new Client(url, this.account, this.token)
    for (const [name, cookie] of this.cookies) copy.cookies.set(name, cookie)
    return copy
  }

  login(email: string, password: string) {
    return this.post('/api/v1/auth/login/', { email, password })
  }

  get = (path: string, options?: Options) => this.request('GET', path, options)
  post = (path: string, body?: unknown, options?: Options) => this.request('POST', path, { body, ...options })
  patch = (path: string, body?: unknown, options?: Options) =>
    this.request('PATCH', path, { body, ...options })
  delete = (path: string, options?: Options) => this.request('DELETE', path, options)

  async request(method: string, path: string, { body, headers, raw }: Options = {}): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headersFor(path),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
    this.keep(response.headers)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
    checkDocumented(method, path, answer)
    return answer
  }

  /** One call over tRPC: its data, or its error with the native body. */
  async trpc(type: 'query' | 'mutation', name: string, input?: unknown, options?: Options): Promise<Answer> {
    const path =
      type === 'query' && input !== undefined
        ? `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`
        : `/trpc/${name}`
    const answer =
      type === 'query'
        ? await this.get(path, options)
        : await this.post(path, input === undefined ? {} : input, options)
    const body = answer.status < 400 ? answer.body.result.data : answer.body.error.data.body
    return { ...answer, body }
  }

  /** The cookies that the client sends to the path, its CSRF token, and a machine's token. */
  headersFor(path: string): Record<string, string> {
    const sent = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    const csrf = this.cookies.get('csrftoken')?.value
    return {
      ...(sent.length && { Cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') }),
      ...(csrf && { 'X-CSRFToken': csrf }),
      ...(this.token && { Authorization: `Bearer ${this.token}` }),
    }
  }

  private keep(headers: Headers) {
    for (const header of headers.getSetCookie()) {
      const { name, value, maxAge, path = '/' } = parseSetCookie(header)
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, { value: value ?? '', path })
    }
  }
}
