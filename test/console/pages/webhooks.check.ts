import { expect, test } from 'vitest'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { startReceiver, verify } from '../../setup/receiver.ts'
import { password } from '../../setup/service.ts'
import { startSender } from '../../setup/webhooks.ts'
import { browserForFile, confirmPassword, lineOf, openSignedIn, seriousFindings } from '../setup/browser.ts'

const { service } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
closedAfterAll(startSender(service.orm))
const receiver = closedAfterAll(await startReceiver())
const browser = await browserForFile()

test('an ADMIN creates a webhook, sends a test, sees the answer, switches the webhook off and deletes it', async () => {
  const { email } = await service.addUser('ADMIN', { is_staff: true })
  const { page, context } = await openSignedIn(browser, ops.url, { email })
  const dialog = page.getByRole('dialog')
  const confirm = async (name: string) => {
    await dialog.getByLabel('Reason').fill('For payroll')
    await dialog.getByRole('button', { name, exact: true }).click()
  }
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('There are no webhooks yet.').waitFor()
  await page.getByRole('button', { name: 'Create a webhook…' }).click()
  await dialog.getByLabel('Name').fill('Payroll')
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('Employees').check()
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('For payroll')
  await confirmPassword(dialog, password, 'Create')
  const secret = await dialog.getByTestId('generated-secret').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await lineOf(page, 'Webhooks', 'Payroll').getByRole('link', { name: 'Payroll' }).click()

  receiver.answer(() => ({ status: 202, body: 'Taken' }))
  await page.getByRole('button', { name: 'Send a test…' }).click()
  await confirm('Send a test')
  await page.getByText('202 Taken').waitFor()
  const sent = receiver.received[0]
  expect(sent && { ...sent.message, timestamp: '' }).toEqual({
    type: 'webhook.test',
    timestamp: '',
    data: {},
  })
  expect(() => sent && verify(secret, sent)).not.toThrow()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Switch off…' }).click()
  await confirm('Switch off')
  await page.getByText('Switched off', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await confirm('Delete')
  await page.getByText('Payroll is deleted.').waitFor()
  await page.getByText('There are no webhooks yet.').waitFor()
  await context.close()
})
