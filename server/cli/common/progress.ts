import { SingleBar } from 'cli-progress'

/** A progress bar, on a terminal only, and only if there is anything to do. */
export function progress(doing: string) {
  const bar = new SingleBar({ format: `${doing} [{bar}] {percentage}% | {value} of {total}` })
  return {
    update: (done: number, total: number) => {
      if (!process.stderr.isTTY || total === 0) return
      if (!bar.isActive) bar.start(total, done)
      else bar.update(done)
    },
    stop: () => bar.stop(),
  }
}
