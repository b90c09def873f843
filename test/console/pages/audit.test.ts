import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { browserForFile, expectAccessible, lineOf, openSignedIn, seriousFindings } from '../setup/browser.ts'

const rates = { THROTTLE_USER: '1000/hour', THROTTLE_LOGIN: '100/hour' }
const { service, make, admin } = await serviceForFile({ env: rates })
const ops = closedAfterAll(await startConsole(service, { env: rates }))
const browser = await browserForFile()

const until = '2026-03-04T12:00:00.000Z'
const operator = await ops.confirmed('ADMIN', { given_name: 'Teresa', family_name: 'Villalba' })
const noa = await service.addUser('VIEWER', {
  email: 'noa@clinic.example',
  given_name: 'Noa',
  family_name: 'Prat',
})
const ada = await make.employee({ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@clinic.example' })
const ward = await make.position({ title: 'Nurse, night' })
const assignment = await make.assignment({ employee: ada.id, position: ward.id })

const act = async (name: string, input: object) => {
  const reason = 'A script that runs wild'
  const { status } = await operator.trpc('mutation', `operator.${name}`, { reason, ...input })
  expect(status).toBe(200)
}
await act('throttles.block', { scope: 'user', key: noa.id, until })
await act('throttles.block', { scope: 'login', key: '203.0.113.7', until })
await act('users.set_role', { id: noa.id, role: 'MANAGER' })
await admin.post(`/api/v1/assignments/${assignment.id}/suspend/`, { reason: 'Injury' })
const tag = await make.tag({ display_name: 'Basic life support' })
const dates = { start_date: '2026-01-01', end_date: '2026-12-31' }
const { body: held } = await admin.post('/api/v1/employee-tags/', { employee: ada.id, tag: tag.id, ...dates })
service.clock.now = new Date(service.clock.now.getTime() + 1000)
await admin.patch(`/api/v1/employee-tags/${held.id}/`, { end_date: '2027-12-31', reason: 'Course passed' })

const { email } = operator.user
const { page } = await openSignedIn(browser, ops.url, {
  email,
  viewport: { width: 1440, height: 900 },
  acceptDownloads: true,
})
await page.getByRole('link', { name: 'Audit' }).click()
await page.getByRole('tab', { name: 'Operators' }).waitFor()

const log = 'Operator actions'
const rows = (table: string) => page.getByRole('table', { name: table }).getByRole('row')

test('the audit page finds by name who changed a user, and its address shows a colleague the same', async () => {
  await page.getByLabel('Search').fill('noa@')
  await page.getByText('2 entries').waitFor()
  const blocked = lineOf(page, log, 'throttles.block')
  expect(await blocked.innerText()).toContain('Noa Prat')
  const promoted = lineOf(page, log, 'Change the role', 'users.set_role')
  expect(await promoted.getByText('viewer → manager').isVisible()).toBe(true)
  expect(await promoted.getByText('A script that runs wild').isVisible()).toBe(true)

  await page.getByLabel('Action', { exact: true }).selectOption('throttles.block')
  await page.getByText('1 entry').waitFor()
  await page.reload()
  await page.getByText('1 entry').waitFor()
  expect(await page.getByLabel('Search').inputValue()).toBe('noa@')
  await expectAccessible(page)
  await blocked.getByRole('link', { name: 'Noa Prat' }).click()
  await page.getByRole('heading', { level: 1, name: 'Noa Prat' }).waitFor()
})

testInCheck('a user’s page has their own log, which opens in Audit with its filter', async () => {
  await page.goto(`${ops.url}/users/${noa.id}`)
  await lineOf(page, 'What operators did', 'Block', 'throttles.block').waitFor()
  await page.getByRole('tab', { name: 'Security events' }).click()
  await page
    .getByRole('table', { name: 'Security events' })
    .or(page.getByText('Nothing has been logged yet.'))
    .waitFor()
  await page.getByRole('tab', { name: 'What operators did' }).click()
  await page.getByRole('link', { name: 'Open in Audit' }).click()
  await page.getByText('2 entries').waitFor()
  expect(await page.getByRole('combobox', { name: 'User concerned' }).inputValue()).toBe('Noa Prat')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByText('3 entries').waitFor()
})

testInCheck('a log is saved with its filters as CSV, which leaves an entry in the security log', async () => {
  await page.goto(`${ops.url}/audit?user=${noa.id}&action=throttles.block`)
  await page.getByText('1 entry').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const [header, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(header).toMatch(/When,Operator,Email,Action,Target,What changed,Reason$/)
  expect(lines).toEqual([expect.stringContaining('Block,Noa Prat (noa@clinic.example)')])
  await ops.services.securityLog.flush()
  await page.getByRole('tab', { name: 'Security' }).click()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await lineOf(page, 'Security events', 'Export of personal data', 'audit.list', 'Teresa').waitFor()
})

testInCheck('transitions name their assignment, and tag changes show what changed', async () => {
  await page.getByRole('tab', { name: 'Transitions' }).click()
  const suspended = lineOf(page, 'Employee and assignment transitions', 'Suspend')
  await suspended.getByRole('link', { name: 'Nurse, night' }).waitFor()
  expect(await suspended.getByText('active → suspended').isVisible()).toBe(true)
  await page.getByRole('tab', { name: 'Tag changes' }).click()
  const extended = lineOf(page, 'Employee tag changes', 'Modified', 'Basic life support')
  await extended.getByText('Dec 31, 2026 → Dec 31, 2027').waitFor()
  await page.getByRole('tab', { name: 'Changes', exact: true }).click()
  await page.getByRole('combobox', { name: 'Person concerned' }).fill('lovel')
  await page.getByRole('option', { name: 'Lovelace, Ada' }).click()
  await lineOf(page, 'Changes of master data', 'Assignments')
    .getByRole('link', { name: 'Nurse, night' })
    .first()
    .waitFor()
  // All but the row of headings.
  const others = rows('Changes of master data').filter({ hasNotText: 'Lovelace, Ada' })
  await expect.poll(() => others.count()).toBe(1)
})

if (isCheck)
  test('the logs fit a phone in Spanish', async () => {
    const { page: phone, context } = await openSignedIn(browser, ops.url, {
      email,
      viewport: { width: 390, height: 844 },
      locale: 'es-ES',
      colorScheme: 'dark',
    })
    for (const path of [
      `/audit?user=${noa.id}`,
      '/audit?log=changes',
      '/audit?log=tags',
      `/users/${noa.id}`,
      '/users',
    ]) {
      await phone.goto(ops.url + path)
      await phone.locator('h1').waitFor()
      await phone.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      const excess = await phone.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect({ path, excess: Math.max(0, excess), found: await seriousFindings(phone) }).toEqual({
        path,
        excess: 0,
        found: [],
      })
    }
    await context.close()
  })
