import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decimal } from '../../client/src/decimal.ts'
import {
  type CoverageClientOptions,
  CoverageError,
  createCookieJar,
  createCoverageClient,
} from '../../client/src/index.ts'
import type { Role } from '../../src/accounts/permissions.ts'
import { factories } from '../made/factories.ts'
import type { TestService } from '../setup/service.ts'

type Credentials = { email: string; password: string }

/** A service to test the client on, in either mode of authentication. */
export type Setup = {
  service: TestService
  addUser(role: Role): Promise<Credentials>
  /** Makes every access token issued so far expire. */
  expireAccessTokens(): void
  /** Makes every refresh token issued so far expire. */
  expireRefreshTokens(): void
}

const missing = '00000000-0000-4000-8000-000000000000'
const refreshRequest = 'POST /api/v1/auth/token/refresh/'

/** The client's behaviour in Node, on services that `start` starts with extra environment variables. */
export function clientSuite(start: (env?: Record<string, string>) => Promise<Setup>) {
  let setup: Setup
  let make: ReturnType<typeof factories>

  beforeAll(async () => {
    setup = await start()
    make = factories(setup.service)
  })
  afterAll(() => setup.service.close())

  /** A client, and the method and path of every request that it makes. */
  function observed(options: Partial<CoverageClientOptions> = {}, { service } = setup) {
    const requests: string[] = []
    const send = options.fetch ?? fetch
    const client = createCoverageClient({
      url: service.url,
      ...options,
      fetch: (address, init) => {
        requests.push(`${init?.method ?? 'GET'} ${new URL(String(address)).pathname}`)
        return send(address, init)
      },
    })
    return { client, requests }
  }

  async function signedIn(role: Role = 'ADMIN', options: Partial<CoverageClientOptions> = {}, at = setup) {
    const { client, requests } = observed(options, at)
    const { email, password } = await at.addUser(role)
    await client.login(email, password)
    requests.length = 0
    return { client, requests, email, password }
  }

  const failure = (call: Promise<unknown>) =>
    call.then(
      () => expect.unreachable('The call was to fail.'),
      (error: CoverageError) => {
        expect(error).toBeInstanceOf(CoverageError)
        return error
      },
    )

  const fieldsOf = ({ status, detail, fieldErrors, code }: CoverageError) => ({
    status,
    detail,
    fieldErrors,
    code,
  })

  describe('sessions', () => {
    test('login, me and logout concern the same user', async () => {
      const { email, password } = await setup.addUser('MANAGER')
      const { client } = observed()
      const heard: unknown[] = []
      client.on('signedIn', () => heard.push('no longer wanted'))()
      client.on('signedIn', (payload) => heard.push(payload))
      client.on('signedOut', (payload) => heard.push(payload))
      client.on('sessionEnded', (payload) => heard.push(payload))
      const user = await client.login(email, password)
      expect(user).toMatchObject({ email, role: 'MANAGER' })
      expect(await client.me()).toEqual(user)
      expect(await client.logout()).toBeUndefined()
      expect((await failure(client.me())).status).toBe(401)
      expect(heard).toEqual([{ user, elsewhere: false }, { elsewhere: false }])
    })

    test('a caller who never signed in gets 401 without a refresh', async () => {
      const { client, requests } = observed()
      expect(fieldsOf(await failure(client.employees.list.query()))).toEqual({
        status: 401,
        detail: 'Authentication credentials were not provided.',
        fieldErrors: {},
        code: undefined,
      })
      expect(requests).toEqual(['GET /trpc/employees.list'])
    })

    test('after a logout nothing is refreshed, and logging in again works', async () => {
      const { client, requests, email, password } = await signedIn()
      await client.logout()
      await client.logout()
      expect(requests).not.toContain(refreshRequest)
      await client.login(email, password)
      expect((await client.me()).email).toBe(email)
    })

    test('an expired access token is refreshed, and the call repeated', async () => {
      const { client, requests } = await signedIn()
      const refreshes: unknown[] = []
      client.on('refreshed', (payload) => refreshes.push(payload))
      setup.expireAccessTokens()
      const tag = await client.tags.create.mutate({
        name: 'Refreshed',
        display_name: 'R',
        category: 'EXCEPTION',
      })
      expect(tag.name).toBe('Refreshed')
      expect(requests).toEqual(['POST /trpc/tags.create', refreshRequest, 'POST /trpc/tags.create'])
      expect(refreshes).toEqual([{ elsewhere: false }])
    })

    test('twenty calls at once with an expired access token refresh once, which is told once', async () => {
      const { client, requests, email } = await signedIn()
      const renewals: unknown[] = []
      client.on('refreshed', (payload) => renewals.push(payload))
      setup.expireAccessTokens()
      const users = await Promise.all(Array.from({ length: 20 }, () => client.me()))
      expect(users.map((user) => user.email)).toEqual(Array(20).fill(email))
      expect(requests.filter((request) => request === refreshRequest)).toHaveLength(1)
      expect(renewals).toEqual([{ elsewhere: false }])
    })

    test('a batch is one request, refreshed once and repeated once', async () => {
      const { client, requests, email } = await signedIn('ADMIN', { batch: true })
      setup.expireAccessTokens()
      const users = await Promise.all([client.me(), client.me(), client.me()])
      expect(users.map((user) => user.email)).toEqual([email, email, email])
      const batch = 'GET /trpc/auth.me,auth.me,auth.me'
      expect(requests).toEqual([batch, refreshRequest, batch])
    })

    test('a refresh that another instance has won leaves the user signed in', async () => {
      const { service } = setup
      const cookies = createCookieJar()
      const address = new URL('/api/v1/auth/token/refresh/', service.url)
      const headers = () => ({
        Cookie: cookies.header(address) ?? '',
        'X-CSRFToken': cookies.get('csrftoken', address) ?? '',
      })
      const { client, requests, email } = await signedIn('ADMIN', {
        cookies,
        async fetch(input, init) {
          if (String(input) !== address.href) return fetch(input, init)
          const won = await fetch(address, { method: 'POST', headers: headers() })
          expect(won.status).toBe(200)
          const lost = await fetch(input, init)
          expect(lost.status).toBe(401)
          setTimeout(() => cookies.store(won.headers.getSetCookie(), address), 100)
          return lost
        },
      })
      setup.expireAccessTokens()
      const refreshes: unknown[] = []
      client.on('refreshed', (payload) => refreshes.push(payload))
      expect((await client.me()).email).toBe(email)
      expect(requests).toEqual(['GET /trpc/auth.me', refreshRequest, 'GET /trpc/auth.me'])
      expect(refreshes).toEqual([{ elsewhere: true }])
    })

    test('a client does not refresh again what another client of the same jar has refreshed', async () => {
      const cookies = createCookieJar()
      const first = await signedIn('ADMIN', { cookies })
      const second = observed({ cookies })
      setup.expireAccessTokens()
      await first.client.me()
      await second.client.me()
      expect(second.requests).toEqual(['GET /trpc/auth.me'])
    })

    test('a jar that is saved whenever the session is renewed carries it into another process', async () => {
      const cookies = createCookieJar()
      let saved = ''
      const save = () => {
        saved = JSON.stringify(cookies)
      }
      const { client } = observed({ cookies })
      client.on('signedIn', save)
      client.on('refreshed', save)
      const { email, password } = await setup.addUser('ADMIN')
      await client.login(email, password)
      for (let hour = 0; hour < 2; hour++) {
        setup.expireAccessTokens()
        await client.me()
      }
      const restored = observed({ cookies: createCookieJar(JSON.parse(saved)) })
      const { id } = await make.tag()
      await restored.client.tags.delete.mutate({ id })
      setup.expireAccessTokens()
      expect((await restored.client.me()).email).toBe(email)
    })

    test('a server that renders a page reads with the cookies of its request, and does not refresh', async () => {
      const cookies = createCookieJar()
      const { client, email } = await signedIn('ADMIN', { cookies })
      const cookie = cookies.header(new URL(setup.service.url)) ?? ''
      const { client: rendering, requests } = observed({ headers: { cookie } })
      expect((await rendering.me()).email).toBe(email)
      expect((await client.me()).email).toBe(email)
      setup.expireAccessTokens()
      expect((await failure(rendering.me())).status).toBe(401)
      expect(requests).not.toContain(refreshRequest)
    })

    test('a jar shared by clients of two hosts gives each only its own cookies', async () => {
      const cookies = createCookieJar()
      const { email, client } = await signedIn('ADMIN', { cookies })
      const given: (string | null)[] = []
      const elsewhere = observed({
        cookies,
        url: setup.service.url.replace('127.0.0.1', 'localhost'),
        fetch: (_address, init) => {
          given.push(new Headers(init?.headers).get('cookie'))
          const headers = { 'Set-Cookie': 'csrftoken=theirs; Path=/' }
          return Promise.resolve(Response.json({ result: { data: null } }, { headers }))
        },
      }).client
      await elsewhere.me()
      await elsewhere.me()
      expect(given).toEqual([null, 'csrftoken=theirs'])
      const { id } = await make.tag()
      await client.tags.delete.mutate({ id })
      expect((await client.me()).email).toBe(email)
    })

    test('a session whose cookies are lost is over, and says so once', async () => {
      const cookies = createCookieJar()
      const { client, requests } = await signedIn('ADMIN', { cookies })
      const ends: unknown[] = []
      client.on('sessionEnded', (payload) => ends.push(payload))
      await client.me()
      const lost = ['access_token', 'csrftoken'].map((name) => `${name}=; Path=/; Max-Age=0`)
      cookies.store(lost, new URL(setup.service.url))
      for (let call = 0; call < 2; call++) expect((await failure(client.me())).status).toBe(401)
      expect(ends).toMatchObject([{ reason: 'noCookies', error: { status: 401 } }])
      expect(requests).not.toContain(refreshRequest)
    })

    test('a session that is over is 401, and a refresh is tried only once', async () => {
      const { client, requests } = await signedIn()
      const ends: unknown[] = []
      client.on('sessionEnded', (payload) => ends.push(payload))
      setup.expireRefreshTokens()
      expect((await failure(client.me())).status).toBe(401)
      expect((await failure(client.me())).status).toBe(401)
      expect(requests.filter((request) => request === refreshRequest)).toHaveLength(1)
      const detail = 'Refresh token is invalid or expired.'
      expect(ends).toMatchObject([{ reason: 'refused', error: { status: 401, detail } }])
    })
  })

  describe('errors', () => {
    test('bad credentials are non-field errors', async () => {
      const { client } = observed()
      const { email } = await setup.addUser('VIEWER')
      const error = await failure(client.login(email, 'wrong'))
      expect(fieldsOf(error)).toEqual({
        status: 400,
        detail: undefined,
        fieldErrors: { non_field_errors: ['Unable to log in with provided credentials.'] },
        code: undefined,
      })
      expect(error.message).toBe('Unable to log in with provided credentials.')
    })

    test('bad fields are named', async () => {
      const { client } = await signedIn()
      const input = {
        name: 'Nurse',
        display_name: ' ',
        category: 'QUALIFICATION',
        hours_delta: '0.001',
      } as const
      const error = await failure(client.tags.create.mutate(input))
      expect(fieldsOf(error)).toEqual({
        status: 400,
        detail: undefined,
        fieldErrors: {
          display_name: ['This field may not be blank.'],
          hours_delta: ['Ensure that there are no more than 2 decimal places.'],
        },
        code: undefined,
      })
      expect(error.message).toContain('display_name: This field may not be blank.')
    })

    test('the message of a 400 names the fields of the items of a list too', async () => {
      const { client } = await signedIn()
      const changes = [{ kind: 'TERMINATION', employee: missing }] as const
      const error = await failure(client.planning.scenario.mutate({ changes: [...changes] }))
      expect(error.message).toBe(`changes: employee: Invalid pk "${missing}" - object does not exist.`)
    })

    test('a refused role, a missing object and a dependency have a status, a detail and a code', async () => {
      const { tag } = await make.employeeTag()
      const { client } = await signedIn()
      const viewer = await signedIn('VIEWER')
      expect(fieldsOf(await failure(viewer.client.tags.delete.mutate({ id: tag })))).toEqual({
        status: 403,
        detail: 'You do not have permission to perform this action.',
        fieldErrors: {},
        code: undefined,
      })
      const absent = await failure(client.tags.get.query({ id: missing }))
      expect(fieldsOf(absent)).toEqual({
        status: 404,
        detail: 'Not found.',
        fieldErrors: {},
        code: undefined,
      })
      expect(absent).toMatchObject({ procedure: 'tags.get', requestId: expect.stringMatching(/.{8}/) })
      expect(fieldsOf(await failure(client.tags.delete.mutate({ id: tag })))).toEqual({
        status: 409,
        detail: 'The tag is referenced by employees or positions; deactivate it instead.',
        fieldErrors: {},
        code: 'CONFLICT_HAS_DEPENDENCIES',
      })
    })
  })

  describe('lists', () => {
    test('every row of every page comes once, in order, each time that it is read', async () => {
      const { client, requests } = await signedIn()
      const marker = 'Paginated'
      for (let number = 10; number < 17; number++)
        await make.employee({ first_name: marker, last_name: `Row ${number}` })
      const rows = client.pages.employees({ search: marker, page_size: 3 })
      for (let time = 0; time < 2; time++) {
        const found: string[] = []
        for await (const { last_name } of rows) found.push(last_name)
        expect(found).toEqual([10, 11, 12, 13, 14, 15, 16].map((number) => `Row ${number}`))
      }
      expect(requests).toEqual(Array(6).fill('GET /trpc/employees.list'))
      expect(await rows.toArray()).toHaveLength(7)
      requests.length = 0
      const some = await client.pages.employees({ search: marker }).toArray({ atMost: 2 })
      expect(some.map(({ last_name }) => last_name)).toEqual(['Row 10', 'Row 11'])
      expect(await rows.toArray({ atMost: 0 })).toEqual([])
      expect(requests).toHaveLength(1)
    })

    test('pages are fetched as their rows are read', async () => {
      const { client, requests } = await signedIn()
      for await (const _ of client.pages.business_rules()) break
      for await (const _ of client.pages.employees({ page_size: 1 })) break
      expect(requests).toEqual(['GET /trpc/business_rules.list', 'GET /trpc/employees.list'])
    })

    test('a list that becomes shorter while it is read just ends', async () => {
      const { client } = await signedIn()
      const rows = client.pages.employees({ search: 'Shrinking', page_size: 1 })[Symbol.asyncIterator]()
      const employees = await Promise.all([1, 2].map(() => make.employee({ first_name: 'Shrinking' })))
      expect((await rows.next()).done).toBe(false)
      const [, gone] = employees
      await client.employees.update.mutate({ id: gone?.id ?? '', first_name: 'Gone' })
      expect((await rows.next()).done).toBe(true)
    })

    test('every list has an iterator', async () => {
      const { client } = await signedIn()
      const { id } = await make.employee()
      const assignment = await make.assignment({ employee: id })
      await make.positionTag()
      await make.employeeTag()
      await client.employees.deactivate.mutate({ id })
      await client.assignments.suspend.mutate({ id: assignment.id })
      const { planning_candidates, planning_openings, planning_cliffs, ...pages } = client.pages
      const lists = {
        ...{ ...pages, employee_transitions: () => pages.employee_transitions({ id }) },
        assignment_transitions: () => pages.assignment_transitions({ id: assignment.id }),
      }
      for (const [name, list] of Object.entries(lists)) {
        const { value } = await list()[Symbol.asyncIterator]().next()
        expect(value, name).toHaveProperty('id')
      }
    })

    test('the lists of planning have iterators too', async () => {
      const { client } = await signedIn()
      const { employee, tag } = await make.employeeTag()
      const { position: position_id } = await make.positionTag({ tag })
      const wanted = { position_id, effective_hours: '8.00' }
      const { results } = await client.planning.candidates.query(wanted)
      expect(results).toMatchObject([{ rank: 1, employee, effective_hours: '8.00' }])
      expect(await Array.fromAsync(client.pages.planning_candidates(wanted))).toEqual(results)
      const openings = await Array.fromAsync(client.pages.planning_openings({ employee_id: employee }))
      expect(openings.map((opening) => opening.position_id)).toContain(position_id)
      expect(await Array.fromAsync(client.pages.planning_cliffs({ employee }))).toEqual([])
    })

    test('decimals are texts for exact arithmetic', async () => {
      const { client } = await signedIn()
      const { id } = await make.tag({ hours_delta: '0.10' })
      const { hours_delta } = await client.tags.get.query({ id })
      expect(hours_delta).toBe('0.10')
      expect(decimal(hours_delta).plus('0.20').toFixed(2)).toBe('0.30')
    })
  })

  describe('cancellation', () => {
    const gone = new Error('No longer wanted')

    test('a signal aborted before the call prevents it', async () => {
      const { client, requests } = await signedIn()
      const error = await failure(client.me({ signal: AbortSignal.abort(gone) }))
      expect(error).toMatchObject({ status: 0, aborted: true, cause: gone })
      expect(requests).toEqual([])
    })

    test('a signal aborts a call in flight, and no other call', async () => {
      const { client, email } = await signedIn()
      const controller = new AbortController()
      const given = failure(client.employees.list.query({}, { signal: controller.signal }))
      const kept = client.me()
      controller.abort(gone)
      expect(await given).toMatchObject({ aborted: true, cause: gone })
      expect((await kept).email).toBe(email)
    })

    test('a call aborted during a refresh leaves the refresh to the others', async () => {
      const { client, requests, email } = await signedIn()
      setup.expireAccessTokens()
      const controller = new AbortController()
      const given = failure(client.me({ signal: controller.signal }))
      const kept = client.me()
      controller.abort(gone)
      expect((await given).aborted).toBe(true)
      expect((await kept).email).toBe(email)
      expect(requests.filter((request) => request === refreshRequest)).toHaveLength(1)
    })

    test('rows that are already there are not read after an abort', async () => {
      const { client } = await signedIn()
      const controller = new AbortController()
      let count = 0
      const reading = async () => {
        for await (const _ of client.pages.tags({}, { signal: controller.signal }))
          if (++count === 1) controller.abort(gone)
      }
      await Promise.all([make.tag(), make.tag()])
      expect(await failure(reading())).toMatchObject({ aborted: true, cause: gone })
      expect(count).toBe(1)
    })

    test('login, logout and iterators take a signal', async () => {
      const { client, email, password } = await signedIn()
      const options = { signal: AbortSignal.abort(gone) }
      const rows = client.pages.employees({}, options)[Symbol.asyncIterator]()
      expect((await failure(client.login(email, password, options))).aborted).toBe(true)
      expect((await failure(client.logout(options))).aborted).toBe(true)
      expect((await failure(rows.next())).aborted).toBe(true)
      expect((await client.me()).email).toBe(email)
    })
  })

  describe('throttling', () => {
    let throttled: Setup
    beforeAll(async () => {
      throttled = await start({
        THROTTLE_USER: '3/second',
        THROTTLE_ANON: '1/hour',
        THROTTLE_TOKEN_REFRESH: '1/hour',
      })
    })
    afterAll(() => throttled.service.close())

    test('a throttled call is an error that says how long to wait', async () => {
      const { client } = await signedIn('VIEWER', {}, throttled)
      const calls = await Promise.allSettled(Array.from({ length: 12 }, () => client.me()))
      const [refused] = calls.filter((call) => call.status === 'rejected')
      expect(refused?.reason).toMatchObject({
        status: 429,
        detail: 'Request was throttled. Expected available in 1 seconds.',
        retryAfterSeconds: 1,
      })
    })

    test('a client that may wait does so and gets its answer', async () => {
      const { client, requests, email } = await signedIn('VIEWER', { waitWhenThrottled: true }, throttled)
      const users = await Promise.all(Array.from({ length: 6 }, () => client.me()))
      expect(users.map((user) => user.email)).toEqual(Array(6).fill(email))
      expect(requests.length).toBeGreaterThan(6)
    })

    test('a client waits no longer than its limit or its signal allows', async () => {
      const hasty = observed({ waitWhenThrottled: { atMostSeconds: 60 } }, throttled)
      await hasty.client.health.check.query()
      const error = await failure(hasty.client.health.check.query())
      expect(error.status).toBe(429)
      expect(error.retryAfterSeconds).toBeGreaterThan(3000)
      const patient = observed({ waitWhenThrottled: { atMostSeconds: 3600 } }, throttled).client
      const signal = AbortSignal.timeout(100)
      expect(await failure(patient.health.check.query(undefined, { signal }))).toMatchObject({
        aborted: true,
      })
    })

    test('a throttled refresh is a 429 and signs nobody out', async () => {
      const { client, email } = await signedIn('VIEWER', {}, throttled)
      throttled.expireAccessTokens()
      expect((await client.me()).email).toBe(email)
      throttled.expireAccessTokens()
      expect((await failure(client.me())).status).toBe(429)
    })
  })
}
