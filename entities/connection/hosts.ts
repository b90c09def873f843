import pg from 'pg'
import { oneAtATime } from '../../src/one-at-a-time.ts'

/** The address once for each of the hosts that it names, separated by commas. */
export function eachHost(url: string): string[] {
  const [, before = '', hosts = url, after = ''] =
    /^([^:/?#]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map((host) => before + host + after)
}

/** Milliseconds for a host to say what it is. */
const answerTimeout = 500

/** For each `target_session_attrs`, whether a session is as asked. */
const suitable = {
  any: 'true',
  'read-write': `current_setting('transaction_read_only') = 'off'`,
  primary: 'not pg_is_in_recovery()',
}

export type Target = keyof typeof suitable
export const targets = Object.keys(suitable) as Target[]

/** The hosts of one address of PostgreSQL, of which one at a time serves. */
export function hostsOf(hosts: pg.ClientConfig[], target: Target) {
  async function suits(host: pg.ClientConfig): Promise<boolean> {
    const limits = { connectionTimeoutMillis: answerTimeout, query_timeout: answerTimeout }
    const client = new pg.Client({ ...host, ...limits })
    const [answer] = await askAlone<{ suits: boolean }>(client, `select ${suitable[target]} as suits`)
    return answer?.suits === true
  }

  /** The first host that suits, in their order but for the last one found, which comes first. */
  const find = oneAtATime(async () => {
    // The code is PostgreSQL's for a server that takes no connections now.
    let reason: unknown = Object.assign(new Error('No host is as target_session_attrs asks.'), {
      code: '57P03',
    })
    for (const host of hosts) {
      const isSuitable = await suits(host).catch((error) => {
        reason = error
      })
      if (!isSuitable) continue
      hosts.sort((one, other) => Number(other === host) - Number(one === host))
      return host
    }
    throw reason
  })

  return { target, find }
}

/** The rows of the one statement that the client sends: it connects before, and closes afterwards. */
export async function askAlone<Row>(
  client: pg.Client,
  text: string,
  values?: () => unknown[],
): Promise<Row[]> {
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text, values?.())).rows
  } finally {
    client.end().catch(() => {})
  }
}

/** Whether the server has answered that it takes no more connections. */
export const isFull = (error: unknown) => (error as pg.DatabaseError).code === '53300'

export type HostsConfig = pg.ClientConfig & { hosts?: ReturnType<typeof hostsOf> }

/** A client of the host that suits, if its address names several. */
export class HostsClient extends pg.Client {
  readonly #config: HostsConfig

  constructor(config: HostsConfig) {
    super(config)
    this.#config = config
  }

  override connect(callback?: unknown): never {
    const { hosts } = this.#config
    if (!hosts) return super.connect(callback as never) as never
    const connected = hosts.find().then(({ host, port }) => {
      Object.assign(this, { host, port })
      return super.connect()
    })
    const tell = callback as (error?: Error) => void
    return (tell ? connected.then(() => tell(), tell) : connected) as never
  }
}
