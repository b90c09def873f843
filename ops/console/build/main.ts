import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = join(import.meta.dirname, '..')
const root = join(folder, '..', '..')
const dist = join(folder, 'dist')

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
// Quality 11 would save 7 % and take twelve times as long.
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/** Everything the build depends on. */
const sources = [
  join(folder, 'index.html'),
  join(folder, 'icon.svg'),
  join(folder, 'src'),
  join(folder, 'build'),
  join(root, 'client', 'src'),
  join(root, 'src'),
  join(root, 'package-lock.json'),
]

const isLarge = (id: string) =>
  /recharts|charts[\\/]|d3-|redux|immer|reselect|es-toolkit|write-excel|fflate|[\\/](plot|count-bars|hours-chart)\.tsx$/.test(
    id,
  )

const isDecimal = (id: string) => /decimal\.js|src.hours\.ts/.test(id)

/** What the pages of people, positions and the overview need besides, which would be many small files. */
const isOfPeople = (id: string) =>
  /dialog.acts|planning.(suggestions|dates|forecast.cliffs|change-kinds)|fields.(pickers|decimal)|pages.audit|overview.staffing/.test(
    id,
  )

/** What three pages share is one chunk, and another for charts: then each page has few files to fetch. */
const groups = [
  // Only some pages compute with decimals.
  { name: 'decimal', test: isDecimal, priority: 3 },
  { name: 'shared', test: (id: string) => !isLarge(id), minShareCount: 3, priority: 2 },
  { name: 'people', test: isOfPeople, minShareCount: 2, priority: 1.5 },
  { name: 'charts', test: isLarge, minShareCount: 2, priority: 1 },
]

/** Whether `dist` is missing or older than its sources. */
async function consoleIsStale(): Promise<boolean> {
  const built = await modified(join(dist, 'index.html'))
  return !built || (await Promise.all(sources.map(newest))).some((changed) => changed > built)
}

/** Builds next to `dist` and then replaces it, so that a running service never serves half a build. */
async function buildConsole(): Promise<void> {
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  const made = `${dist}-${process.pid}`
  try {
    await build({
      root: folder,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      build: {
        outDir: made,
        emptyOutDir: true,
        // The manifest lists what each page loads.
        manifest: true,
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 2000,
        cssCodeSplit: false,
        rolldownOptions: {
          treeshake: { moduleSideEffects: (id) => !isDecimal(id) },
          output: { codeSplitting: { groups } },
        },
      },
    })
    await compressFiles(join(made, 'assets'))
    await rm(dist, { recursive: true, force: true })
    // Another build may have finished first; then its result is kept.
    await rename(made, dist).catch(async (error) => {
      if (await consoleIsStale()) throw error
    })
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** Writes `<name>.br` and `<name>.gz` beside every file of a folder. */
export async function compressFiles(folder: string): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const content = await readFile(path)
      await writeFile(`${path}.br`, await brotli(content, { params }))
      await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
    }),
  )
}

const modified = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

async function newest(path: string): Promise<number> {
  const stats = await stat(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  const members = await readdir(path, { recursive: true })
  return Math.max(...(await Promise.all(members.map((name) => modified(join(path, name))))))
}

if (import.meta.main) {
  // `--if-stale` is for starting the service, which must start without the console if the development packages are missing.
  const ifStale = process.argv.includes('--if-stale')
  if (!ifStale || (await consoleIsStale())) {
    console.log("Building the operators' console ...")
    try {
      await buildConsole()
    } catch (error) {
      if (!ifStale) throw error
      const { message } = error as Error
      console.error(`The console could not be built: ${message}\nThe service starts without it.`)
    }
  }
}
