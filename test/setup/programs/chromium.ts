import { type Browser, chromium } from 'playwright-core'
import { findProgram, type Program } from './find-program.ts'

const args = [
  // No other host is found; tests list what a page asks of one.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process fewer for each browser. (With --in-process-gpu as well, one start in 300 crashes.)
  '--enable-features=NetworkServiceInProcess2',
  // Tests show each page for a moment, too short for code that is optimized.
  '--js-flags=--no-opt --no-maglev',
]

// The shell has no windows to manage, which makes it a quarter quicker.
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const packages = ['chromium-headless-shell', 'chromium']

/** Headless Chromium, of the machine's own or of the cache. */
export const findChromium = (): Promise<Program> => findProgram({ programs, packages })

/** Starts headless Chromium. */
export async function launchChromium(more: string[] = []): Promise<Browser> {
  const { path, env } = await findChromium()
  return chromium.launch({ executablePath: path, args: [...args, ...more], env })
}
