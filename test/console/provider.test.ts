import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { User } from '../../entities/accounts/user.ts'
import type { Role } from '../../src/accounts/permissions.ts'
import { startRealProvider } from '../server/auth/oidc/real-provider.ts'
import { startConsole } from '../setup/console.ts'
import { closedAfterAll, closedAfterTest } from '../setup/fixture.ts'
import { startIdentityProvider } from '../setup/identity-provider.ts'
import { onlyInCheck } from '../setup/run/ring.ts'
import { startService } from '../setup/service.ts'
import { browserForFile, expectAccessible, openConsole, signIn } from './setup/browser.ts'

const provider = closedAfterAll(await startRealProvider())
const service = closedAfterAll(await startService({ env: provider.env }))
Object.defineProperty(service.clock, 'now', { get: () => new Date() })
const operators = closedAfterAll(await startConsole(service, { env: provider.env }))
const browser = await browserForFile()

beforeEach(() => provider.reset())

async function operator(role: Role = 'ADMIN') {
  const user = await service.addUser(role, { is_staff: true })
  provider.settings.email = user.email
  return user
}

const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Hospital Login' })
const userMenu = (page: Page) => page.getByRole('button', { name: 'Given Family' })

test('an operator signs in at the provider by keyboard, comes back to the page, and signs out there too', async () => {
  await operator()
  const { page } = await openConsole(browser, `${operators.url}/people?search=ana`)
  await button(page).and(page.locator(':focus')).waitFor()
  expect(await page.locator('input[type=password]').count()).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await userMenu(page).waitFor()
  expect(page.url()).toBe(`${operators.url}/people?search=ana`)

  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(`${operators.url}/`)
  await button(page).waitFor()
  await page.context().close()
})

test.each([
  ...onlyInCheck(['en', 'The provider refused to sign you in.', 'Sign in with Hospital Login']),
  ['es', 'El proveedor ha rechazado el inicio de sesión.', 'Iniciar sesión con Hospital Login'],
])(
  'a refusal of the provider is a sentence in %s, and is gone with the next page',
  async (locale, text, name) => {
    provider.settings.refusal = { error: 'access_denied', error_description: 'a second factor is needed' }
    const { page } = await openConsole(browser, operators.url, { locale })
    await page.getByRole('button', { name }).click()
    const alert = page.getByRole('alert')
    await alert.filter({ hasText: text }).waitFor()
    expect(await alert.textContent()).not.toContain('access_denied')
    expect(page.url()).toBe(`${operators.url}/`)
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('button', { name }).waitFor()
    expect(await alert.count()).toBe(0)
    await page.context().close()
  },
)

test('a change of users asks the operator to sign in at the provider again, and then is made', async () => {
  await operator()
  const { id } = await service.addUser('VIEWER')
  const { page } = await openConsole(browser, `${operators.url}/users/${id}`)
  await button(page).click()
  const dialog = page.getByRole('dialog')
  const promote = async () => {
    await page.getByRole('button', { name: 'Change role…' }).click()
    await dialog.getByLabel('Role').selectOption('MANAGER')
    await dialog.getByLabel('Reason').fill('Promoted')
    await dialog.getByRole('button', { name: 'Change role' }).click()
  }
  await promote()
  await button(page).click()
  await page.waitForURL(`${operators.url}/users/${id}`)
  await dialog.waitFor({ state: 'detached' })
  await promote()
  await dialog.waitFor({ state: 'detached' })
  const em = service.orm.em.fork()
  expect(await em.findOneOrFail(User, id)).toMatchObject({ role: 'MANAGER' })
  await page.context().close()
})

test('a provider with the password grant leaves the form beside its button', async () => {
  const other = closedAfterTest(await startIdentityProvider())
  const there = closedAfterTest(await startService({ env: other.env }))
  const console = closedAfterTest(await startConsole(there, { env: other.env }))
  const { email } = await there.addUser('ADMIN', { is_staff: true })
  const { page } = await openConsole(browser, console.url)
  await page.getByRole('button', { name: `Sign in with ${new URL(other.issuer).host}` }).waitFor()
  other.settings.tokenAnswer = { statusCode: 400, body: { error: 'unauthorized_client' } }
  await signIn(page, email)
  await page.getByText('the provider takes passwords only on its own page').waitFor()
  other.reset()
  await signIn(page, email)
  await userMenu(page).waitFor()
  await page.context().close()
})
