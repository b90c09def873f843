import type { Page } from 'playwright-core'
import { spanish } from '../../../ops/console/src/language/spanish.ts'

/** The browser's locale for each language of the console. */
export const locales = { en: 'en-GB', es: 'es-ES' } as const
export type Language = keyof typeof locales

/** A text of the console in the language. */
export const said = (english: keyof typeof spanish, language: Language) =>
  language === 'es' ? spanish[english] : english

/** A page of the console: its address, then a link to follow there and how a button begins that opens a dialog, if any. */
export type ConsolePage = { name: string; path: string; link?: string; button?: string }

const aPerson = { path: '/people', link: 'main a[href^="/people/"]' }
const aUnit = { path: '/coverage', link: 'main a[href^="/coverage/"]' }
const aUser = { path: '/users', link: 'main a[href^="/users/"]' }

/** Every page of the console over the demo clinic, and some of its dialogs. */
export const consolePages: readonly ConsolePage[] = [
  { name: 'overview', path: '/' },
  { name: 'renew-dialog', path: '/', button: 'Renew' },
  { name: 'find-dialog', path: '/', button: 'Find…' },
  { name: 'throttles', path: '/throttles' },
  { name: 'block-dialog', path: '/throttles', button: 'Block a key…' },
  { name: 'throttle-key', path: '/throttles/login/203.0.113.7' },
  { name: 'board', path: '/board' },
  { name: 'coverage', path: '/coverage' },
  { name: 'unit', ...aUnit },
  { name: 'positions', path: '/positions' },
  { name: 'position', path: '/positions', link: 'main a[href^="/positions/"]' },
  { name: 'hours-dialog', path: '/positions', link: 'main a[href^="/positions/"]', button: 'Change hours' },
  { name: 'establishment', path: '/establishment' },
  { name: 'planner', path: '/planner' },
  { name: 'apply-dialog', path: '/planner', button: 'Apply {count, plural, one {# line} other {# lines}}…' },
  { name: 'drafts', path: '/drafts' },
  { name: 'forecast', path: '/forecast' },
  { name: 'renewals', path: '/renewals' },
  { name: 'training', path: '/training' },
  { name: 'single-points', path: '/single-points' },
  { name: 'sandbox', path: '/sandbox' },
  { name: 'people', path: '/people' },
  { name: 'person', ...aPerson },
  { name: 'assign-dialog', ...aPerson, button: 'Assign {person}, {position}' },
  { name: 'master', path: '/master' },
  { name: 'master-tags', path: '/master/tags' },
  { name: 'master-positions', path: '/master/positions' },
  { name: 'create-employee-dialog', path: '/master/employees', button: 'Create an employee' },
  { name: 'edit-tag-dialog', path: '/master/tags', button: 'Edit {name}' },
  { name: 'master-ending', path: '/master/ending' },
  { name: 'master-assignments', path: '/master/assignments' },
  { name: 'master-import', path: '/master/import' },
  { name: 'users', path: '/users' },
  { name: 'create-user-dialog', path: '/users', button: 'Create a user…' },
  { name: 'user', ...aUser },
  { name: 'permissions-dialog', ...aUser, button: 'Change permissions…' },
  { name: 'machines', path: '/machines' },
  { name: 'create-machine-dialog', path: '/machines', button: 'Create a machine…' },
  { name: 'webhooks', path: '/webhooks' },
  { name: 'create-webhook-dialog', path: '/webhooks', button: 'Create a webhook…' },
  { name: 'rules', path: '/rules' },
  { name: 'cap-dialog', path: '/rules', button: 'Change the clinic’s cap…' },
  { name: 'rule-dialog', path: '/rules', button: 'Change “{rule}”' },
  { name: 'audit', path: '/audit' },
  { name: 'audit-changes', path: '/audit?log=changes' },
  { name: 'audit-security', path: '/audit?log=security' },
  { name: 'system', path: '/system' },
  { name: 'account', path: '/account' },
  { name: 'not-found', path: '/no/such/page' },
]

type Visit = ConsolePage & { language?: Language }

const isSaid = (text: string): text is keyof typeof spanish => Object.hasOwn(spanish, text)

/** Opens the page in the language, and waits until its data is there. */
export async function visit(page: Page, url: string, one: Visit) {
  await page.goto(url + one.path)
  await untilShown(page)
  await goOn(page, one)
}

/** Follows the link and presses the button of a page whose address is open. */
export async function goOn(page: Page, { link, button, language = 'en' }: Visit) {
  if (link) await turnPage(page, () => page.locator(link).first().click())
  if (!button) return
  const [name = ''] = (isSaid(button) ? said(button, language) : button).split('{')
  const begins = new RegExp(`^${RegExp.escape(name)}`)
  await page.getByRole('button', { name: begins }).first().click()
  await page.getByRole('dialog').waitFor()
  await untilShown(page)
}

/** Waits until another page has been shown, which has a heading of its own. */
async function turnPage(page: Page, turn: () => Promise<unknown>) {
  await page.locator('h1').evaluate((heading) => heading.setAttribute('data-left', ''))
  await turn()
  await page.locator('h1[data-left]').waitFor({ state: 'detached' })
  await untilShown(page)
}

/** Looks often: a locator that has found something busy for a while looks only twice a second. */
const isLoaded = `new Promise((resolve, reject) => {
  const look = () => (document.querySelector('[aria-busy=true]') ? setTimeout(look, 20) : resolve())
  look()
  setTimeout(() => reject(new Error('The page is still loading.')), 45_000)
})`

/** Waits for the page's heading, and until nothing on it is loading. */
export async function untilShown(page: Page) {
  await page.locator('h1').waitFor()
  await page.evaluate(isLoaded)
}
