import { type Browser, chromium } from 'playwright-core'
import { findProgram } from './programs.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Headless Chromium, of the machine's own or of the cache. */
export async function launchChromium(): Promise<Browser> {
  const programs = ['chromium', 'chromium-browser', 'google-chrome']
  const { path, env } = await findProgram({ programs, packages: ['chromium'] })
  return chromium.launch({ executablePath: path, args, env })
}
