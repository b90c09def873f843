import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compressFiles } from './compress.ts'

const folder = join(import.meta.dirname, '..')
const root = join(folder, '..', '..')
const dist = join(folder, 'dist')

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

/** Whether `dist` is missing or older than its sources. */
export async function consoleIsStale(): Promise<boolean> {
  const built = await modified(join(dist, 'index.html'))
  return !built || (await Promise.all(sources.map(newest))).some((changed) => changed > built)
}

/** Builds next to `dist` and then replaces it, so that a running service never serves half a build. */
export async function buildConsole(): Promise<void> {
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
        // Says what each page loads.
        manifest: true,
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 2000,
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
