import type { Page } from 'playwright-core'
import { openConsole } from '../setup/browser.ts'
import { untilShown, visit } from '../setup/console-pages.ts'
import { type Shown, signInAsAdmin, sizes } from './take.ts'

const rounds = 5
const loadedPart = 'main section:not(:has([aria-busy=true])):not([aria-busy=true])'

/** Prints the milliseconds from asking for a page's address until it shows data, and until all its data is there. */
export async function measurePages({ console, browser, pages }: Shown, print: (line: string) => void) {
  const { page, context } = await openConsole(browser, console.url, { viewport: sizes.desktop })
  await signInAsAdmin(page)
  print('| page | first data, ms | most | all data, ms | most |\n|---|--:|--:|--:|--:|')
  for (const one of pages) {
    await console.forgetRequests()
    await visit(page, console.url, { ...one, button: undefined })
    const times: Awaited<ReturnType<typeof timesOf>>[] = []
    while (times.length < rounds) times.push(await timesOf(page))
    const [first, all] = [times.map(({ first }) => first), times.map(({ all }) => all)].map(medianAndMost)
    print(`| ${one.name} | ${first} | ${all} |`)
  }
  await context.close()
}

function medianAndMost(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return `${sorted[rounds >> 1]?.toFixed(0)} | ${sorted.at(-1)?.toFixed(0)}`
}

async function timesOf(page: Page) {
  const began = performance.now()
  await page.reload({ waitUntil: 'commit' })
  await page.locator('h1').waitFor()
  const whole = untilShown(page)
  await Promise.race([
    whole,
    page
      .locator(loadedPart)
      .first()
      .waitFor()
      .catch(() => {}),
  ])
  const first = performance.now() - began
  await whole
  return { first, all: performance.now() - began }
}
