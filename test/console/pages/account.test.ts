import { expect, test } from 'vitest'
import { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'
import {
  browserForFile,
  confirmPassword,
  expectAccessible,
  lineOf,
  openConsole,
  openSignedIn,
  signIn,
} from '../setup/browser.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()

const another = 'a whole new phrase'
const field = (name: string) => `input[autocomplete="${name}-password"]`

testInCheck('users with a temporary password see no other page until they have changed it', async () => {
  const operator = await ops.confirmed('ADMIN')
  const { id, email } = await service.addUser('ADMIN', { is_staff: true })
  const reset = await operator.trpc('mutation', 'operator.users.set_password', { id, reason: 'Forgotten' })
  const { page, context } = await openConsole(browser, ops.url)
  await signIn(page, email, reset.body.password)
  await page.getByText('Choose a password of your own').waitFor()
  const links = page.getByRole('navigation').getByRole('link')
  expect(await links.allInnerTexts()).toEqual(['API reference', 'Documents', 'Status page', 'Metrics'])
  await expectAccessible(page)
  await page.locator(field('current')).fill(reset.body.password)
  await page.locator(field('new')).fill('password1234')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This password is too common.').waitFor()
  await page.locator(field('new')).fill(another)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect((await service.anonymous().login(email, another)).status).toBe(200)
  await context.close()
})

test('users see their sessions, end one, and change their password', async () => {
  const { email } = await service.addUser('VIEWER', { is_staff: true })
  const elsewhere = new Client(ops.url)
  const agent =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
  const headers = { 'User-Agent': agent }
  await elsewhere.post('/api/v1/auth/login/', { email, password }, { headers })
  const { page, context } = await openSignedIn(browser, ops.url, { email })
  await page.locator('header').getByText('Given Family').click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await lineOf(page, 'Your sessions', 'This session').waitFor()
  await page.getByRole('button', { name: /^Copy / }).waitFor()
  const phone = lineOf(page, 'Your sessions', 'Chrome on Android')
  expect(await phone.getByText('Chrome on Android').getAttribute('title')).toBe(agent)
  await page.getByRole('textbox', { name: 'Your password' }).fill(password)
  await phone.getByRole('button', { name: 'End the session of Chrome on Android' }).click()
  await page.getByText('The session has ended.').waitFor()
  await phone.waitFor({ state: 'detached' })
  expect((await elsewhere.get('/api/v1/auth/me/')).status).toBe(401)

  await page.locator(field('current')).fill('a wrong password')
  await page.locator(field('new')).fill(another)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password was entered incorrectly. Please enter it again.').waitFor()
  await page.locator(field('current')).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password was changed.').waitFor()
  await page.getByRole('link', { name: 'System' }).click()
  await page.getByRole('heading', { level: 1, name: 'System' }).waitFor()
  await context.close()
})

testInCheck(
  'a session that ends while it is used says so, and the next one resumes at the same page',
  async () => {
    const operator = await ops.confirmed('ADMIN')
    const { id, email } = await service.addUser('VIEWER', { is_staff: true })
    const { page, context } = await openSignedIn(browser, ops.url, { email, path: '/rules' })
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
    await operator.trpc('mutation', 'operator.users.end_sessions', { id, reason: 'Lost phone' })
    await page.getByRole('link', { name: 'System' }).click()
    await page.getByText('Your session has ended').waitFor()
    await expectAccessible(page)
    await signIn(page, email)
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor()
    expect(await page.getByText('Your session has ended').count()).toBe(0)
    await page.locator('header').getByText('Given Family').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByText('Your session has ended').count()).toBe(0)
    await context.close()
  },
)

testInCheck(
  'a wrong password of the operator changes nothing, and the right one is asked for once',
  async () => {
    const operator = await service.addUser('ADMIN', { is_staff: true })
    await service.addUser('VIEWER', { given_name: 'Una', family_name: 'Novo' })
    const { page, context } = await openSignedIn(browser, ops.url, { email: operator.email })
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('link', { name: 'Novo, Una' }).click()
    const dialog = page.getByRole('dialog')
    const promote = async (role: string) => {
      await page.getByRole('button', { name: 'Change role…' }).click()
      await dialog.getByLabel('Role').selectOption(role)
      await dialog.getByLabel('Reason').fill('Promoted')
    }
    await promote('MANAGER')
    await confirmPassword(dialog, 'a wrong password', 'Change role')
    await dialog.getByText('Your password was entered incorrectly. Please enter it again.').waitFor()
    await expectAccessible(page)
    await confirmPassword(dialog, password, 'Change role')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Manager', { exact: true }).waitFor()
    await promote('SUPERVISOR')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Supervisor', { exact: true }).waitFor()
    // What is shown once is closed only on purpose.
    await page.getByRole('button', { name: 'Reset password…' }).click()
    await dialog.getByLabel('Reason').fill('Forgotten')
    await dialog.getByRole('button', { name: 'Reset password' }).click()
    await dialog.getByTestId('generated-secret').waitFor()
    await page.keyboard.press('Escape')
    expect(await dialog.getByTestId('generated-secret').isVisible()).toBe(true)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    await context.close()
  },
)

testInCheck(
  'the address keeps the filters of users, and the page of a person who has left says that they can sign in',
  async () => {
    const operator = await service.addUser('ADMIN', { is_staff: true })
    const leaver = await service.addUser('EMPLOYEE', {
      given_name: 'Minh',
      family_name: 'Phạm',
      last_login: null,
    })
    await service.addUser('VIEWER', { given_name: 'Long '.repeat(20), family_name: 'Name' })
    const { id } = await make.employee({
      email: leaver.email,
      status: 'TERMINATED',
      termination_date: '2026-03-01',
    })
    const { page, context } = await openSignedIn(browser, ops.url, { email: operator.email })
    await page.getByRole('link', { name: 'Users' }).click()
    await lineOf(page, 'Users', 'Long Long').getByText('Active', { exact: true }).waitFor()
    await page.getByLabel('State', { exact: true }).selectOption('Has left, still active')
    await page.getByLabel('Last login').selectOption('Never')
    await page.getByText('1 user', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?is_active=true&is_leaver=true&last_login=never')
    await page.reload()
    await page.getByText('1 user', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Phạm, Minh' }).click()
    await page.getByRole('alert').getByText('The last day was Mar 1, 2026.').waitFor()
    expect(
      await page.getByRole('region', { name: 'User', exact: true }).getByRole('link').getAttribute('href'),
    ).toBe(`/people/${id}`)
    await expectAccessible(page)
    await context.close()
  },
)

testInCheck('staff with the role EMPLOYEE are offered only what they may see', async () => {
  const { email } = await service.addUser('EMPLOYEE', { is_staff: true })
  await make.employee({ email, last_name: 'Own' })
  await make.employee({ last_name: 'Other' })
  const { page, context } = await openSignedIn(browser, ops.url, { email })
  await page.getByRole('heading', { level: 1, name: 'First Own' }).waitFor()
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Throttles' }).click()
  await page.getByRole('region', { name: 'Endpoints' }).waitFor()
  expect(await page.getByRole('table', { name: 'Failed logins by address' }).count()).toBe(0)
  expect(await page.getByText('No failed logins').count()).toBe(0)
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Users' }).count()).toBe(0)
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('link', { name: 'Own, First' }).waitFor()
  expect(await page.getByRole('link', { name: 'Other, First' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByRole('tab', { name: 'Transitions' }).waitFor()
  expect(await page.getByRole('tab', { name: 'Operators' }).count()).toBe(0)
  const { id } = await service.addUser('VIEWER')
  const others = [
    '/users',
    `/users/${id}`,
    '/planner',
    '/forecast',
    '/sandbox',
    '/throttles/login/203.0.113.7',
  ]
  for (const path of others) {
    await page.goto(ops.url + path)
    await page.getByRole('heading', { level: 1, name: 'Not shown for your role' }).waitFor()
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  }
  await page.getByRole('link', { name: 'Go to your own page' }).click()
  await page.getByRole('heading', { level: 1, name: 'First Own' }).waitFor()
  await context.close()
})
