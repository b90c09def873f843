import { expect, test } from 'vitest'
import { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'
import { browserForFile, confirmPassword, expectAccessible, lineOf, openSignedIn } from '../setup/browser.ts'

const { service } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const browser = await browserForFile()

test('an ADMIN creates a machine by keyboard, sees its token once, issues a second one and revokes the first', async () => {
  const { email } = await service.addUser('ADMIN', { is_staff: true })
  const { page, context } = await openSignedIn(browser, ops.url, { email })
  await page.getByRole('link', { name: 'Machines' }).click()
  await page.getByText('There are no machines yet.').waitFor()
  await page.getByRole('button', { name: 'Create a machine…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').waitFor()
  await page.keyboard.type('HR sync')
  await dialog.getByLabel('Role').selectOption('MANAGER')
  await dialog.getByLabel('Reason').fill('For the nightly sync')
  await expectAccessible(page)
  await confirmPassword(dialog, password, 'Create')
  const secret = dialog.getByTestId('generated-secret')
  const first = await secret.innerText()
  const machine = new Client(service.url, undefined, first)
  expect((await machine.get('/api/v1/auth/me/')).body).toMatchObject({ email: 'HR sync', role: 'MANAGER' })
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })

  // Sooner than the list reads the machine's first use by itself.
  await page.reload()
  await lineOf(page, 'Machines', '127.0.0.1').getByRole('link', { name: 'HR sync' }).click()
  const tokens = page.getByRole('table', { name: 'Tokens' })
  await tokens.getByText('127.0.0.1').waitFor()
  await page.getByRole('button', { name: 'Issue a token…' }).click()
  await dialog.getByLabel('Reason').fill('Every quarter')
  await dialog.getByRole('button', { name: 'Issue a token' }).click()
  const second = new Client(service.url, undefined, await secret.innerText())
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Revoke the token ${first.slice(4, 12)}` }).click()
  await dialog.getByLabel('Reason').fill('No longer used')
  await dialog.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('The token was revoked.').waitFor()
  await expectAccessible(page)
  expect((await machine.get('/api/v1/auth/me/')).status).toBe(401)
  expect((await second.get('/api/v1/auth/me/')).status).toBe(200)
  for (const absent of ['Reset password…', 'Change permissions…', 'Sessions'])
    expect(await page.getByText(absent, { exact: true }).count()).toBe(0)
  await context.close()
})

test('a new secret is shown at once, even if the page behind it has to wait', async () => {
  const { email } = await service.addUser('ADMIN', { is_staff: true })
  const { page, context } = await openSignedIn(browser, ops.url, { email, path: '/machines' })
  await page.getByRole('button', { name: 'Create a machine…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Payroll')
  await dialog.getByLabel('Reason').fill('For the salaries')
  await page.route(/operator\.machines\.list/, () => {})
  await confirmPassword(dialog, password, 'Create')
  await dialog.getByTestId('generated-secret').waitFor()
  await context.close()
})
