import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { isExecutable, libraryFolders, onPath, unpackedByApt } from './apt-packages.ts'

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome']

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

/** Headless Chromium: the machine's own, or else apt-get's, unpacked into a cache. Nothing else is downloaded. */
export async function launchChromium(): Promise<Browser> {
  const installed = PROGRAMS.map(onPath).find((path) => path !== undefined)
  if (installed) return chromium.launch({ executablePath: installed, args })
  const root = await unpackedByApt('chromium', ['chromium'])
  const program = root && join(root, 'usr', 'lib', 'chromium', 'chromium')
  if (program && isExecutable(program)) {
    const libraries = (await libraryFolders(root)).join(delimiter)
    return chromium.launch({
      executablePath: program,
      args,
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
    })
  }
  throw new Error(
    'The tests of the client in a browser need Chromium: install it (apt-get install chromium).',
  )
}
