import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { openBrowser } from '../setup/browser.ts'
import { consolePages, locales } from '../setup/console-pages.ts'
import { measurePages } from './measure.ts'
import { startShownConsole } from './shown-console.ts'
import { type Look, type Shown, schemes, sizes, takeShots } from './take.ts'

const names = consolePages.map(({ name }) => name)

type Options = {
  page?: string[]
  language?: Look['language'][]
  size?: Look['size'][]
  scheme?: readonly Look['scheme'][]
  whole?: true
  large?: true
}

const languages = keysOf(locales)
const devices = keysOf(sizes)

const program = new Command('console:shots')
  .usage('-- [folder] [options]')
  .description(
    `Starts the demo clinic on a PostgreSQL and a Redis of its own, signs in at the console, and writes pictures of the sign-in and of every page: on a desktop (1440 x 900) and a phone (390 x 844), light and dark, in English and Spanish. That takes a few minutes; of one page, half a minute.`,
  )
  .argument('[folder]', 'where the pictures go', 'console-shots')
  .option('--page <names>', 'only these, separated by commas', among(names))
  .option('--language <names>', `only ${languages.join(' or ')}`, among(languages))
  .option('--size <names>', `only ${devices.join(' or ')}`, among(devices))
  .option('--scheme <names>', `only ${schemes.join(' or ')}`, among(schemes))
  .option('--large', 'no pictures: how soon each page shows its data, with 10,000 people and 2,000 positions')
  .option('--whole', 'the whole page instead of what fits the screen')
  .addHelpText(
    'after',
    `
Pages: ${names.join(', ')}.

Examples:
  npm run console:shots
  npm run console:shots -- /tmp/shots --language es
  npm run console:shots -- --page people,person --size phone --scheme dark --whole
  npm run console:shots -- --large`,
  )
  .action(shoot)

await program.parseAsync().catch((error: Error) => {
  // What is missing (Chromium, a Redis, a free port) is said in the message.
  process.stderr.write(`No pictures could be taken. ${error.message}\n`)
  process.exitCode = 1
})

async function shoot(given: string, { page = names, large, ...options }: Options) {
  const pages = consolePages.filter(({ name }) => page.includes(name))
  const tell = (what: string) => process.stdout.write(`${what} ...\n`)
  const console = await startShownConsole(large ? 'large' : 'demo', tell)
  const browser = await openBrowser().catch(async (error) => {
    await console.stop()
    throw error
  })
  try {
    const shown = { console, browser, pages }
    if (large) await measurePages(shown, (line) => process.stdout.write(`${line}\n`))
    else await takeAll(shown, resolve(given), options)
  } finally {
    await browser.close()
    await console.stop()
  }
}

async function takeAll(shown: Shown, folder: string, options: Omit<Options, 'page' | 'large'>) {
  const { language = languages, size = devices, scheme = schemes, whole } = options
  const looks = language.flatMap((language) =>
    size.flatMap((size) => scheme.map((scheme): Look => ({ language, size, scheme }))),
  )
  const total = looks.length * (shown.pages.length + 1)
  let done = 0
  const tell = (what: string) => process.stdout.write(`${`${++done}`.padStart(4)} of ${total}  ${what}\n`)
  const missed: string[] = []
  for (const look of looks)
    missed.push(...(await takeShots(look, { ...shown, folder, isWhole: !!whole, tell })))
  process.stdout.write(`The pictures are in ${folder}.\n`)
  if (!missed.length) return
  process.stderr.write(`${missed.length} could not be taken: ${missed.join(', ')}.\n`)
  process.exitCode = 1
}

function keysOf<K extends string>(table: Record<K, unknown>): K[] {
  return Object.keys(table) as K[]
}

/** Reads a list of these names. */
function among<N extends string>(known: readonly N[]) {
  return (text: string): N[] =>
    text.split(',').map((name) => {
      const found = known.find((one) => one === name.trim())
      if (!found)
        throw new InvalidArgumentError(`There is no "${name.trim()}"; choose from ${known.join(', ')}.`)
      return found
    })
}
