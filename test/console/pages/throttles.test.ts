import { expect, test } from 'vitest'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'
import { browserForFile, lineOf, openConsole, openSignedIn, signIn } from '../setup/browser.ts'

const rates = {
  TRUST_PROXY: '1',
  THROTTLE_ANON: '100/hour',
  THROTTLE_USER: '1000/hour',
  THROTTLE_LOGIN: '5/hour',
  THROTTLE_PLANNING: '50/hour',
}
const title = 'Keys closest to their limit'
/** The time within which a flood must be seen. */
const soon = { timeout: 45_000 }

const { service, make } = await serviceForFile({ env: rates })
Object.defineProperty(service.clock, 'now', { get: () => new Date() })
const operators = closedAfterAll(await startConsole(service, { env: rates }))
const browser = await browserForFile()
const victim = await service.addUser('MANAGER', { email: 'victim@clinic.example' })
const { email } = await service.addUser('ADMIN', { is_staff: true })
const { page } = await openSignedIn(browser, operators.url, { email })

async function openThrottles() {
  await page.getByRole('navigation').getByRole('link', { name: 'Throttles' }).click()
  await page.getByRole('heading', { name: 'Throttles' }).waitFor()
}
await openThrottles()

const loginFrom = (address: string, secret: string) =>
  service
    .anonymous()
    .post(
      '/api/v1/auth/login/',
      { email: victim.email, password: secret },
      { headers: { 'X-Forwarded-For': address } },
    )

test('a flood of logins is shown at once, and the user logs in after a reset', async () => {
  const address = '203.0.113.7'
  const statuses = []
  for (let attempt = 0; attempt < 8; attempt++) statuses.push((await loginFrom(address, 'wrong')).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)

  const line = lineOf(page, title, 'login', address)
  await line.getByText('at its limit').waitFor(soon)
  expect(await line.getByText('5 of 5').isVisible()).toBe(true)
  expect(Math.floor((await line.boundingBox())?.height ?? 0)).toBe(40)
  await lineOf(page, 'Failed logins by address', address, '5').waitFor(soon)
  await lineOf(page, 'Failed logins by email', victim.email, '5').waitFor(soon)
  await lineOf(page, 'Requests by endpoint', 'auth.login', '3').waitFor(soon)
  await lineOf(page, 'Refused most', 'Logins', address, '3').waitFor(soon)
  await page.getByRole('region', { name: 'Logins' }).getByText('3 refused').waitFor(soon)

  await line.getByRole('button', { name: `Reset: ${address}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Logins, ${address}: 5 of 5 used`).waitFor()
  const confirm = dialog.getByRole('button', { name: 'Reset' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').fill('They called: a forgotten password')
  await confirm.click()
  await line.waitFor({ state: 'detached', ...soon })
  // The focus stays near where the row was.
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).not.toBe('BODY')
  await expect.poll(async () => (await loginFrom(address, password)).status).toBe(200)
  // A dialog stays open when its row goes.
  await line.getByRole('button', { name: `Limit: ${address}` }).click()
  await dialog.getByLabel('Reason').fill('A ward behind one address')
  await service.services.throttles.clear({ scope: 'login', key: address })
  await line.waitFor({ state: 'detached', ...soon })
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('A ward behind one address')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
})

testInCheck(
  'the page of an address shows its refusals, the tried accounts, and what operators did',
  async () => {
    await openThrottles()
    const address = '203.0.113.8'
    for (let attempt = 0; attempt < 8; attempt++) await loginFrom(address, 'wrong')
    // With the attempts that are counted together.
    await service.services.securityLog.stop()
    await lineOf(page, title, 'Logins', address).getByRole('link').click()
    await page.getByRole('heading', { name: address }).waitFor()
    await page.getByText('5 of 5', { exact: true }).waitFor()
    await page.getByRole('img', { name: 'Last hour: 2 near the limit, 3 refused' }).waitFor()
    await page.getByText('Limit 5', { exact: true }).waitFor()
    await lineOf(page, 'Endpoints called', 'auth.login', '3', '2').waitFor()
    await lineOf(page, 'Accounts tried from this address', victim.email, '5').waitFor()
    await page.getByText('No operator has changed this key.').waitFor()

    await page.getByRole('button', { name: `Block: ${address}` }).click()
    await page.getByLabel('Reason').fill('It guesses passwords')
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    const state = page.getByRole('region', { name: 'Logins' })
    await state.getByText('blocked until').waitFor()
    await state.getByText('Family, Given: It guesses passwords').waitFor()
    await lineOf(page, 'What operators did', 'Blocked until', 'It guesses passwords').waitFor()
    await page.getByRole('button', { name: `Limit: ${address}` }).click()
    await page.getByRole('dialog').getByLabel('Limit').fill('50')
    await page.getByLabel('Reason').fill('A whole ward')
    await page.getByRole('button', { name: 'Set limit' }).click()
    await page.getByRole('button', { name: `Unblock: ${address}` }).click()
    await page.getByLabel('Reason').fill('It was a training')
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
    await state.getByText('limit 50 until').waitFor()
    await state.getByText('blocked until').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Remove limit: ${address}` }).click()
    await page.getByLabel('Reason').fill('It is over')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove limit' }).click()
    await lineOf(page, 'What operators did', 'Limit removed', 'It is over').waitFor()
    expect((await loginFrom(address, password)).status).toBe(429)

    await page.getByText('Last 7 days', { exact: true }).click()
    expect(page.url()).toBe(`${operators.url}/throttles/login/${address}?range=week`)
    // Of a week's requests only the two hours are kept, which must not look like an instant.
    const called = lineOf(page, 'Endpoints called', 'auth.login').getByRole('cell').last()
    await expect.poll(() => called.innerText()).toMatch(/\d:\d\d/)
    await page.reload()
    await page.getByRole('heading', { name: address }).waitFor()
    await page.goto(`${operators.url}/throttles/login/${encodeURIComponent('2001:db8::1')}`)
    await page.getByRole('heading', { name: '2001:db8::/64' }).waitFor()
    for (const [path, counted] of [
      ['login/not an ip!!', 'Nothing is counted under “not an ip!!”.'],
      ['anon/%00', 'Nothing is counted under “�”.'],
      ['user/nobody@clinic.example', 'Nothing is counted under “nobody@clinic.example”.'],
    ] as const) {
      await page.goto(`${operators.url}/throttles/${path}`)
      await page.getByRole('heading', { level: 1, name: 'No such key' }).waitFor()
      await page.getByText(counted).waitFor()
    }
    await page.getByRole('link', { name: 'Find the user' }).waitFor()
    await page.goto(`${operators.url}/throttles/user/${victim.email}`)
    await page.getByRole('region', { name: 'Users' }).getByText(victim.id).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Throttles' }).click()
    await page.getByRole('heading', { name: 'Throttles' }).waitFor()
    const charts = page.getByRole('region', { name: 'Requests by scope' })
    await charts.getByRole('img').first().waitFor()
    expect(await charts.getByText('Refused (429)').count()).toBe(1)
    await charts.getByText('5 per hour').waitFor()
  },
)

testInCheck('an operator blocks a user found by name, and cannot block an invalid address', async () => {
  await openThrottles()
  await service.addUser('VIEWER', { email: 'rené@clinic.example', given_name: 'René', family_name: 'Ortiz' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Block a key…' }).click()
  await dialog.getByLabel('Session or address').or(dialog.getByLabel('Address')).fill('not an ip!!')
  await dialog.getByLabel('Reason').fill('Too many requests')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await dialog.getByText('Key: Enter an IP address, such as 203.0.113.7').waitFor()

  await dialog.getByLabel('Scope').selectOption('user')
  await dialog.getByRole('combobox', { name: 'User' }).fill('Ortiz')
  await page.getByRole('option', { name: 'René Ortiz, rené@clinic.example' }).click()
  await dialog.getByRole('button', { name: 'Block' }).click()
  const line = lineOf(page, title, 'Users', 'rené@clinic.example')
  await line.getByText('blocked until').waitFor()
  await line.getByText('Family, Given: Too many requests').waitFor()
})

testInCheck('a blocked user gets 429 until an operator unblocks them', async () => {
  await openThrottles()
  const client = await service.as('MANAGER', { email: 'busy@clinic.example' })
  expect((await client.get('/api/v1/tags/')).status).toBe(200)

  const line = lineOf(page, title, 'user', 'busy@clinic.example')
  await line.getByRole('button', { name: 'Block: busy@clinic.example, Users' }).click()
  await page.getByLabel('Reason').fill('A script that runs wild')
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await line.getByText('blocked until').waitFor()
  expect((await client.get('/api/v1/tags/')).status).toBe(429)
  await page.goto(`${operators.url}/users/${client.user.id}`)
  await page.getByText(/^Users: blocked until /).waitFor()
  await openThrottles()

  await line.getByRole('button', { name: 'Unblock: busy@clinic.example, Users' }).click()
  await page.getByLabel('Reason').fill('It was stopped')
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await line.getByText('within its limit').waitFor()
  await expect.poll(async () => (await client.get('/api/v1/tags/')).status).toBe(200)
})

testInCheck('a limit is lowered by keyboard alone, and the focus returns', async () => {
  await openThrottles()
  const client = await service.as('VIEWER', { email: 'viewer@clinic.example' })
  await client.get('/api/v1/tags/')
  const line = lineOf(page, title, 'user', 'viewer@clinic.example')
  const limit = line.getByRole('button', { name: 'Limit: viewer@clinic.example, Users' })
  await limit.waitFor()

  await page.reload()
  await limit.waitFor()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await tabTo('Limit: viewer@clinic.example, Users')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo('Limit')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('10')
  await tabTo('Reason')
  await page.keyboard.type('Ten are enough')
  // After the last button the focus stays in the dialog.
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(`!!document.activeElement.closest('[role=dialog]')`)).toBe(true)
  }
  await tabTo('Set limit')
  await page.keyboard.press('Enter')
  await line.getByText('1 of 10', { exact: true }).waitFor()
  await expect.poll(focused).toBe('Limit: viewer@clinic.example, Users')
})

testInCheck(
  'the page of a user shows whether they are refused and why, and offers every action',
  async () => {
    await service.services.throttles.clear()
    const client = await service.as('VIEWER', { email: 'quiet@clinic.example' })
    for (let request = 0; request < 3; request++) await client.get('/api/v1/tags/')
    const { id } = client.user
    await page.goto(`${operators.url}/users/${id}`)
    const line = lineOf(page, 'Throttles of this user', 'Users')
    await line.getByText('3 of 1,000').waitFor()
    await page.getByText('No request was refused in the last 24 hours.').waitFor()
    expect(await lineOf(page, 'Throttles of this user', 'Machines').count()).toBe(0)
    expect(await line.getByRole('button').allTextContents()).toEqual(['Reset', 'Limit'])

    await line.getByRole('button', { name: 'Limit: quiet@clinic.example, Users' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Users, quiet@clinic.example: 3 of 1,000 used').waitFor()
    await dialog.getByLabel('Limit').fill('4')
    await dialog.getByLabel('Reason').fill('Their script asks too often')
    await dialog.getByRole('button', { name: 'Set limit' }).click()
    await line.getByText('limit 4 until').waitFor()
    for (let request = 0; request < 3; request++) await client.get('/api/v1/tags/')
    await page.getByText('Requests are refused now. 2 requests were refused in the last 24 hours.').waitFor()
    await line.getByText('Family, Given: Their script asks too often').waitFor()
    await lineOf(page, 'Endpoints called', 'tags.list', '2', '1').waitFor()
    expect(await line.getByRole('button').allTextContents()).toEqual(['Reset', 'Limit', 'Remove limit'])

    await page.getByRole('button', { name: 'Block…' }).click()
    expect(await dialog.getByRole('checkbox', { name: 'Users', exact: true }).isChecked()).toBe(true)
    await dialog.getByLabel('Reason').fill('Until we have talked')
    const calls = '**/operator.throttles.block*'
    let count = 0
    await page.route(calls, (route) => (count++ ? route.abort() : route.continue()))
    await dialog.getByRole('button', { name: 'Block' }).click()
    await dialog.getByRole('alert').getByText('The key was blocked.').waitFor()
    await page.unroute(calls)
    await dialog.getByRole('button', { name: 'Block' }).click()
    await page.getByText(/^\d keys were blocked\.$/).waitFor()
    await line.getByText('blocked until').waitFor()
  },
)

test('the system page says that no sweep has ever run', async () => {
  await page.getByRole('link', { name: 'System' }).click()
  await page
    .getByRole('region', { name: 'Background clean-up' })
    .getByText('Never', { exact: true })
    .waitFor()
})

test('the audit page shows what operators did and why', async () => {
  await page.getByRole('link', { name: 'Audit' }).click()
  await lineOf(page, 'Operator actions', 'throttles.reset_key', 'They called: a forgotten password').waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption('throttles.block')
  await lineOf(page, 'Operator actions', 'They called: a forgotten password').waitFor({ state: 'detached' })
  await page.getByLabel('Action', { exact: true }).selectOption('throttles.reset_key')
  await lineOf(page, 'Operator actions', 'throttles.reset_key', 'They called: a forgotten password').waitFor()
})

test('the audit page shows changes of master data and security events', async () => {
  const { id } = await make.employee({
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@clinic.example',
  })
  await service.services.throttles.clear()
  const manager = await service.as('MANAGER')
  expect((await manager.patch(`/api/v1/employees/${id}/`, { email: 'eve@clinic.example' })).status).toBe(200)
  await service.services.securityLog.flush()
  await page.getByRole('tab', { name: 'Changes', exact: true }).click()
  await page.getByText('ada@clinic.example → eve@clinic.example').waitFor()
  await lineOf(page, 'Changes of master data', 'Lovelace, Ada', 'over REST').waitFor()
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByLabel('Event', { exact: true }).selectOption('login')
  await lineOf(page, 'Security events', 'Sign in', 'Family, Given').first().waitFor()
})

testInCheck('only staff enter the console, and only administrators change throttles', async () => {
  await service.services.throttles.clear()
  const outsider = await service.addUser('ADMIN')
  const manager = await service.addUser('MANAGER', { is_staff: true })
  const { page: tab, context } = await openConsole(browser, operators.url)
  await signIn(tab, outsider.email, 'wrong')
  await tab.getByRole('alert').getByText('Wrong email or password.').waitFor()
  await signIn(tab, outsider.email)
  await tab.getByText('your account is not marked as staff').waitFor()
  await tab.getByRole('button', { name: 'Sign in as someone else' }).click()
  await signIn(tab, manager.email)
  await tab.getByText(/What concerns the service itself, such as throttles/).waitFor()
  await tab.getByRole('navigation').getByRole('link', { name: 'Throttles' }).click()
  expect(await tab.getByRole('button', { name: 'Block a key…' }).isDisabled()).toBe(true)
  await context.close()
})

const focused = () =>
  page.evaluate<string>(`(() => {
    const { activeElement: element } = document
    if (element === document.body) return 'the page'
    const text = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
    return text.replace(/ ?\\*$/, '')
  })()`)

/** Presses Tab until the element of this name has the focus. */
async function tabTo(name: string) {
  for (let step = 0; step < 80; step++) {
    if ((await focused()) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The focus never reached "${name}".`)
}

test('every endpoint that was called is listed, after the busiest', async () => {
  for (let one = 0; one < 30; one++) operators.services.activity.counted('user', `made.up_${one}`, 'allowed')
  await page.goto(`${operators.url}/throttles`)
  await page
    .getByRole('region', { name: 'Endpoints' })
    .getByRole('button', { name: /^Show all/ })
    .press('Enter', soon)
  await lineOf(page, 'Requests by endpoint', 'made.up_29').waitFor(soon)
  await page.locator('tr:focus').waitFor()
})
