const ends = new Set<() => void>()

/** Calls `end`, which must not wait, if the run is interrupted before the result is called. */
export function whenInterrupted(end: () => void): () => void {
  ends.add(end)
  return () => ends.delete(end)
}

function endAll() {
  for (const end of ends) end()
  ends.clear()
}

process.once('exit', endAll)
// A worker gets no signal when its run has ended, and Vitest lets it call no process.exit.
if (process.env.VITEST_POOL_ID)
  process.once('disconnect', () => {
    endAll()
    process.kill(process.pid, 'SIGKILL')
  })
