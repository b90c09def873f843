import { expect, test } from 'vitest'
import { askedIn } from '../../../ops/console/src/frame/ask/asked.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { browserForFile, expectAccessible, openSignedIn } from '../setup/browser.ts'

const { service, make } = await serviceForFile()
service.clock.now = new Date('2026-11-25T10:00:00.000Z')
const ops = closedAfterAll(await startConsole(service, { env: { THROTTLE_LOGIN: '5/hour' } }))
const browser = await browserForFile()
const { email } = await service.addUser('ADMIN', { is_staff: true })

const ward = (await make.unit({ name: 'Ward 3B', code: 'W3B' })).id
const night = (await make.position({ title: 'Nurse, night', org_unit: ward })).id
const balan = (await make.employee({ first_name: 'Ana', last_name: 'Bălan' })).id
const als = (await make.tag({ name: 'ALS', display_name: 'Advanced life support' })).id
const held = (await make.employeeTag({ employee: balan, tag: als, end_date: '2026-12-31' })).id

const { page } = await openSignedIn(browser, ops.url, { email, now: service.clock.now })
const line = page.getByRole('textbox', { name: /^Find people/ })

/** Types into the line as fast as a hand can, and chooses the first hit. */
async function ask(words: string) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await line.waitFor({ state: 'detached' })
}

test.each([
  ['balaan', ['Backspace', 'Backspace', 'n'], 'Bălan, Ana', 'balan', () => `/people/${balan}`],
  ['203.0.113.', ['7'], '203.0.113.7', '203.0.113.7', () => '/throttles/login/203.0.113.7'],
])('“%s” and %j after Ctrl-K are kept while its code is still on the way', async (words, keys, ...then) => {
  const [name, kept, path] = then
  const { promise: isHeld, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/ask-dialog/, async (route) => {
    await isHeld
    await route.continue()
  })
  await page.reload()
  await page.getByRole('button', { name: 'Find…' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  for (const key of keys) await page.keyboard.press(key)
  answer()
  await page.getByRole('option', { name }).first().waitFor()
  await page.locator('[data-combobox-selected]', { hasText: name }).waitFor()
  expect(await line.inputValue()).toBe(kept)
  await page.keyboard.press('Enter')
  await page.waitForURL(ops.url + path())
  await page.unroute(/ask-dialog/)
})

test.each([
  ['who night 3b', () => `/positions/${night}`],
  ['night nurse', () => `/positions/${night}`],
  ['w3b', () => `/coverage/${ward}`],
  ['ana balan', () => `/people/${balan}`],
  ['203.0.113.7', () => '/throttles/login/203.0.113.7'],
  ['fore', () => '/forecast'],
])('“%s” and Enter lead to what is meant', async (words, path) => {
  await ask(words)
  await page.waitForURL(ops.url + path())
})

test('a leave or a renewal that is asked for is filled in, from the day that is said', async () => {
  const changes = () => JSON.parse(new URL(page.url()).searchParams.get('changes') ?? '[]')
  await ask('ana leave monday')
  await page.waitForURL('**/sandbox?*LEAVE*')
  expect(changes()).toMatchObject([{ kind: 'LEAVE', employee: balan, start_date: '2026-11-30' }])
  await ask('ana baja 2027-01-04')
  await page.waitForURL('**/sandbox?*2027-01-04*')
  await ask('renew als balan')
  await page.waitForURL('**/sandbox?*TAG_EXTENDED*')
  expect(changes()).toMatchObject([{ employee_tag: held }])
})

test.each([
  ['ana leave', '2026-11-28'],
  ['ana baja pasado mañana', '2026-11-30'],
  ['ana leave on next monday', '2026-11-30'],
  ['ana baja el lunes que viene', '2026-11-30'],
  ['ana leave 24/12', '2026-12-24'],
  ['ana baja desde 6.1', '2027-01-06'],
  ['ana leave 24/12/2026.', '2026-12-24'],
  ['ana leave this monday,', '2026-11-30'],
  ['ana baja a partir del lunes', '2026-11-30'],
])('“%s” is a leave from %s', (typed, day) => {
  expect(askedIn(typed, '2026-11-28')).toEqual({ act: 'leave', search: 'ana', day })
})

test.each(['ana leave in a fortnight', 'ana leave 31/2', 'ana leave 24/13', 'ana leave mo'])(
  '“%s” is only searched for, because it names no day',
  (typed) => {
    expect(askedIn(typed, '2026-11-28')).toMatchObject({ act: 'find', search: typed })
  },
)

testInCheck('“block” and an address open the dialog that blocks it', async () => {
  await ask('block 203.0.113.7')
  const dialog = page.getByRole('dialog', { name: 'Block' })
  await dialog.getByText('All requests counted under this key get 429 until the block ends.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})

testInCheck('“dark” turns the light off, and back on', async () => {
  await ask('dark')
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await ask('light')
  await page.locator('html[data-mantine-color-scheme=light]').waitFor()
})

testInCheck(
  'the keys of the console are listed, go to pages and move between rows, and can be off',
  async () => {
    await page.goto(`${ops.url}/system`)
    await page.getByRole('heading', { level: 1, name: 'System' }).waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    await keys.getByRole('row').filter({ hasText: 'People' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.waitForURL('**/people')
    const person = page.getByRole('link', { name: 'Bălan, Ana' })
    await person.waitFor()
    await page.keyboard.press('j')
    await page.locator('tbody a:focus', { hasText: 'Bălan, Ana' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/people/${balan}`)

    await page.keyboard.press('?')
    await keys.getByRole('switch', { name: 'Use the keys that are single letters' }).uncheck()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.keyboard.press('?')
    await keys.waitFor()
    expect(page.url()).toContain(`/people/${balan}`)
    await keys.getByRole('switch').check()
    await page.keyboard.press('Escape')
  },
)

testInCheck('a click anywhere on a row opens what the row is about', async () => {
  await page.goto(`${ops.url}/people`)
  await page
    .getByRole('row', { name: /Bălan, Ana/ })
    .getByRole('cell')
    .nth(3)
    .click()
  await page.waitForURL(`**/people/${balan}`)
})
