import { buildConsole, consoleIsStale } from './console.ts'

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
