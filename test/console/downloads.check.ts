import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { demoUsers } from '../../server/demo/users.ts'
import { browserForFile, openSignedIn } from './setup/browser.ts'
import { consolePages, locales, visit } from './setup/console-pages.ts'
import { demoConsole } from './setup/demo-console.ts'

const { service, operators } = await demoConsole()
const browser = await browserForFile()
const { email, password } = demoUsers.admin
const admin = { email, secret: password }

async function download(page: Page, name: string | RegExp) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).first().click(),
  ])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

const rowsOf = (csv: Buffer, delimiter = ','): string[][] => parse(csv, { bom: true, delimiter })

test('every table’s CSV has the headings of the table, and more where a cell shows two things', async () => {
  const { page, context } = await openSignedIn(browser, operators.url, admin)
  const lacking: string[] = []
  let tables = 0
  for (const one of consolePages.filter(({ button }) => !button)) {
    await visit(page, operators.url, one)
    for (const button of await page.getByRole('button', { name: /^Download CSV: / }).all()) {
      const label = (await button.getAttribute('aria-label'))?.replace('Download CSV: ', '') ?? ''
      const table = page.getByRole('table', { name: label, exact: true }).first()
      const shown = (await table.getByRole('columnheader').allTextContents()).map((text) =>
        text.replace(/[↑↓↕]$/, ''),
      )
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
      const [header = []] = rowsOf(await readFile(await file.path()))
      tables++
      const missing = shown.filter(
        (text) => !/^(Actions?|Assign|Change|Chosen)$/.test(text) && !header.includes(text),
      )
      if (missing.length) lacking.push(`${one.name}, ${label}: ${missing}`)
    }
  }
  expect(lacking).toEqual([])
  expect(tables).toBeGreaterThan(15)
  await context.close()
}, 300_000)

test('a file has the separators of the page’s language, and its dates as days', async () => {
  const { page, context } = await openSignedIn(browser, operators.url, {
    ...admin,
    locale: locales.es,
    path: '/forecast',
  })
  const weeks = rowsOf((await download(page, 'Descargar CSV: Semanas')).content, ';')
  expect(weeks[0]).toContain('Cobertura asegurada')
  const covered = weeks.slice(1).map((row) => row[weeks[0]?.indexOf('Cobertura asegurada') ?? 0])
  expect(covered.filter((text) => !/^\d+(,\d+)?$/.test(text ?? ''))).toEqual([])
  const losses = rowsOf((await download(page, 'Descargar CSV: Pérdidas')).content, ';')
  expect(losses[1]?.[0]).toMatch(/^\d{4}-\d\d-\d\d$/)
  await context.close()
})

test('an Excel file holds numbers and dates, and the security log knows who has downloaded people', async () => {
  const { page, context } = await openSignedIn(browser, operators.url, { ...admin, path: '/people' })
  const { name, content } = await download(page, 'Download Excel: People')
  expect(name).toBe('people.xlsx')
  const sheet = await entryOf(content, 'xl/worksheets/sheet1.xml')
  const strings = await entryOf(content, 'xl/sharedStrings.xml')
  for (const text of ['Person', 'Number', 'Contract hours', 'Bălan, Mihaela']) expect(strings).toContain(text)
  expect(sheet).toMatch(/<c r="E2"[^>]*><v>[\d.]+<\/v>/)
  await operators.services.securityLog.flush()
  const exported = `select target from security_log where event = 'personal_data_export' and target like 'people%'`
  expect(await service.orm.em.fork().execute(exported)).toContainEqual({ target: 'people' })
  await context.close()
})

/** The text of a file in a zip archive. */
const entryOf = (archive: Buffer, name: string) =>
  new Promise<string>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (failed, zip) => {
      if (!zip) return reject(failed)
      zip.on('entry', (entry) => {
        if (entry.fileName !== name) return zip.readEntry()
        zip.openReadStream(entry, async (error, stream) => {
          if (!stream) return reject(error)
          const chunks = await stream.toArray()
          resolve(Buffer.concat(chunks).toString('utf8'))
        })
      })
      zip.on('end', () => reject(new Error(`There is no ${name}.`)))
      zip.readEntry()
    })
  })
