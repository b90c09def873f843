import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { demoUsers } from '../../../server/demo/users.ts'
import { openConsole, signIn } from '../setup/browser.ts'
import { type ConsolePage, type Language, locales, untilShown, visit } from '../setup/console-pages.ts'
import type { startShownConsole } from './shown-console.ts'

export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const
export const schemes = ['light', 'dark'] as const

/** How a page is looked at. */
export type Look = {
  size: keyof typeof sizes
  scheme: (typeof schemes)[number]
  language: Language
}

/** The console to look at, and the pages of it that are wanted. */
export type Shown = {
  console: Awaited<ReturnType<typeof startShownConsole>>
  browser: Browser
  pages: readonly ConsolePage[]
}

type Shooting = Shown & {
  folder: string
  /** Whether a picture shows the whole page instead of what fits the screen. */
  isWhole: boolean
  tell: (what: string) => void
}

/** Writes `<page>.<size>.<scheme>.<language>.png` for every page; returns the names of those that could not be reached. */
export async function takeShots(look: Look, shooting: Shooting): Promise<string[]> {
  const { console, browser, folder, pages, tell } = shooting
  const { size, scheme, language } = look
  const options = { viewport: sizes[size], colorScheme: scheme, locale: locales[language] } as const
  await console.forgetRequests()
  const { page, context } = await openConsole(browser, console.url, options)
  const missed: string[] = []
  await mkdir(folder, { recursive: true })
  const shoot = async (name: string, reach: () => Promise<unknown>) => {
    const file = `${name}.${size}.${scheme}.${language}.png`
    try {
      await reach()
      await page.screenshot({ path: join(folder, file), fullPage: shooting.isWhole, animations: 'disabled' })
      tell(file)
    } catch (error) {
      missed.push(file)
      tell(`${file} is missing: ${(error as Error).message.split('\n')[0]}`)
    }
  }
  await shoot('sign-in', () => page.locator('input[type=password]').waitFor())
  await signInAsAdmin(page)
  for (const one of pages) await shoot(one.name, () => visit(page, console.url, { ...one, language }))
  await context.close()
  return missed
}

export async function signInAsAdmin(page: Page) {
  const { email, password } = demoUsers.admin
  await signIn(page, email, password)
  await page.locator('input[type=password]').waitFor({ state: 'detached' })
  await untilShown(page)
}
