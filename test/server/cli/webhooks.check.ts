import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealing } from '../../../entities/accounts/sealing.ts'
import { webhookSecrets } from '../../../entities/integration/webhooks.ts'
import { type ClinicDatabase, clinicDatabase } from '../../made/clinic-folder.ts'
import { runCommand } from '../../setup/programs/command.ts'
import { execute } from '../../setup/stores/execute.ts'

const jwtSecret = 'a secret of thirty-two bytes or so'

let clinic: ClinicDatabase
beforeAll(async () => {
  clinic = await clinicDatabase()
})
afterAll(() => clinic.drop())

const webhooks = (...args: string[]) =>
  runCommand(['webhooks', ...args], { env: { DATABASE_URL: clinic.url, JWT_SECRET: jwtSecret } })
const done = (out: unknown) => ({ code: 0, out, err: '' })
const refused = (err: string) => ({ code: 1, out: '', err: expect.stringContaining(err) })
const url = 'https://payroll.example/hook'

type Stored = { id: string; secret: string; previous_secret: string | null; off_reason: string | null }
const stored = async () => (await execute<Stored>(clinic.url, 'select * from webhook_endpoints'))[0] as Stored

test('webhooks are created, listed, rotated, switched off and on, tried and deleted', async () => {
  expect(await webhooks('list')).toEqual(done('There are no webhooks.\n'))
  const create = ['create', '--name', 'payroll', '--url', url, '--subject', 'employees', 'tags']
  const { out } = await webhooks(...create)
  expect(out).toMatch(/^Created payroll\.\nThe secret is not shown again: whsec_\S{44}\n$/)
  const { id, secret } = await stored()
  const shown = /whsec_\S+/.exec(out)?.[0]
  expect(sealing([jwtSecret], webhookSecrets).unseal(secret, id)).toBe(shown)
  expect(await webhooks(...create)).toEqual(refused('webhook with this name already exists.'))
  expect((await webhooks('list')).out).toMatch(/payroll │ \S+hook │ employees tags │ on +│ never/)
  expect((await webhooks('rotate', 'payroll')).out).toMatch(/^The secret is not shown again: whsec_/)
  expect(await stored()).toMatchObject({ previous_secret: secret })
  const secrets = [
    ['create', '--name', 'other', '--url', url],
    ['rotate', 'other'],
  ]
  for (const words of secrets)
    expect(JSON.parse((await webhooks(...words, '--json')).out)).toEqual({
      name: 'other',
      secret: expect.stringMatching(/^whsec_/),
    })
  await webhooks('delete', 'other')
  expect(await webhooks('disable', 'payroll')).toEqual(done('payroll is switched off.\n'))
  expect((await webhooks('list')).out).toMatch(/off since \S+Z: OPERATOR/)
  expect(await webhooks('enable', 'payroll')).toEqual(done('payroll is switched on.\n'))
  expect(await stored()).toMatchObject({ off_reason: null })
  expect(await webhooks('deliveries', 'payroll')).toEqual(done('Nothing has been sent.\n'))
  const sends = 'The running service sends it at once. See: coverage webhooks deliveries "payroll"\n'
  expect(await webhooks('test', 'payroll')).toEqual(done(sends))
  const listed = JSON.parse((await webhooks('list', '--json')).out)
  expect(listed).toMatchObject([
    { name: 'payroll', subjects: ['employees', 'tags'], off_reason: null, last_sent_at: null },
  ])
  expect(Object.keys(listed[0])).not.toContain('is_row')
  expect(JSON.parse((await webhooks('deliveries', 'payroll', '--json')).out)).toMatchObject([
    { type: 'webhook.test', attempt: 1, sent_at: null },
  ])
  expect((await webhooks('deliveries', 'payroll')).out).toMatch(/1 │ webhook\.test │ test_\S+ │ +1 │ waits/)
  expect(await webhooks('send-again', 'payroll', '1')).toEqual(refused('A test is not sent again.'))
  expect(await webhooks('send-again', 'payroll', '9')).toEqual(refused('payroll has no delivery 9.'))
  expect(await webhooks('delete', 'payroll')).toEqual(done('payroll is deleted.\n'))
  expect(await webhooks('test', 'payroll')).toEqual(refused('There is no webhook with the name payroll.'))
  const logged = await execute<{ target: string }>(
    clinic.url,
    `select target from security_log where event = 'command' order by id`,
  )
  expect(logged.map(({ target }) => target).filter((target) => !target.includes('other'))).toEqual([
    `webhooks create payroll ${url}`,
    ...['rotate', 'disable', 'enable', 'test', 'delete'].map((verb) => `webhooks ${verb} payroll`),
  ])
})

test.each([
  [['create', '--name', 'x', '--url', 'ftp://payroll.example'], 1, 'begins with https://'],
  [['create', '--name', 'x', '--url', url, '--subject', 'users'], 2, 'Allowed choices'],
  [['create', '--url', url], 2, "required option '--name <name>'"],
])('%j is refused', async (args, code, why) => {
  expect(await webhooks(...args)).toMatchObject({ code, err: expect.stringContaining(why) })
})
