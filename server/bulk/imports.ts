import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Orm } from '../../entities/connection/em.ts'
import {
  beginImport,
  failImports,
  keepImports,
  type Progress,
} from '../../entities/integration/import-job.ts'
import type { AskedImport, Imports } from '../../routers/ports/bulk.ts'
import { busy } from '../../routers/ports/refusals.ts'
import type { ImportTask } from './import-thread.ts'
import { maximumFiles } from './unpack.ts'

/** Milliseconds between two looks at whose turn it is, and two reports of progress. */
const interval = 500
/** Imports of this process that have not ended, and the bytes of their files, at most. */
const mostImports = 20
const mostBytes = 2 * maximumFiles

const resourceLimits = { maxOldGenerationSizeMb: 2048 }

type Parts = { orm: Orm; log: Logger; clock: () => Date; timeZone: string }

/** Does the imports that this process has received, each in a thread of its own. */
export class ImportQueue implements Imports {
  readonly #parts: Parts
  readonly #waiting = new Set<AskedImport>()
  /** Imports that are being stored, waiting or at work. */
  readonly #held = new Set<AskedImport>()
  #progress: Progress | undefined
  #thread: Worker | undefined
  #isRunning = false
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async add<T>(asked: AskedImport, store: () => Promise<T>): Promise<T> {
    const bytes = [...this.#held, asked].flatMap(({ files }) => Object.values(files))
    const size = bytes.reduce((sum, { length }) => sum + length, 0)
    if (this.#isClosed || this.#held.size >= mostImports || size > mostBytes)
      throw busy(10, 'Too many imports are waiting.')
    this.#held.add(asked)
    try {
      const stored = await store()
      this.#waiting.add(asked)
      void this.#run()
      return stored
    } catch (error) {
      this.#held.delete(asked)
      throw error
    }
  }

  /** Gives up all imports that have not ended. */
  async close() {
    this.#isClosed = true
    const ids = [...this.#held].map(({ id }) => id)
    await this.#thread?.terminate()
    const detail = 'The service stopped before the import was done. Nothing was stored; send it again.'
    if (ids.length) await failImports(this.#parts.orm.em.fork(), ids, { detail }).catch(() => {})
  }

  async #run() {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#held.size && !this.#isClosed) {
      await this.#next().catch((err) => this.#parts.log.error({ err }, 'imports cannot go on'))
      if (this.#held.size) await after(interval, undefined, { ref: false })
    }
    this.#isRunning = false
  }

  /** Tells the database that this process lives, drops what has ended there, and begins the import whose turn it is. */
  async #next() {
    const em = this.#parts.orm.em.fork()
    // Others may join while the database answers.
    const waiting = [...this.#waiting]
    const ids = waiting.map(({ id }) => id)
    const current = this.#thread ? this.#progress?.id : undefined
    const open = await keepImports(em, current ? [...ids, current] : ids, this.#progress)
    for (const asked of waiting.filter(({ id }) => !open.includes(id))) {
      this.#waiting.delete(asked)
      this.#held.delete(asked)
    }
    if (this.#thread || !open.length) return
    const begun = await beginImport(em, open)
    const asked = waiting.find(({ id }) => id === begun)
    if (!asked) return
    try {
      this.#begin(asked)
    } catch (err) {
      // The machine may have no thread left.
      this.#parts.log.error({ err, import: asked.id }, 'an import failed unexpectedly')
      await this.#end(asked)
    }
  }

  #begin(asked: AskedImport) {
    const { orm, log, clock, timeZone } = this.#parts
    this.#waiting.delete(asked)
    this.#progress = { id: asked.id, done: 0, total: null }
    const task: ImportTask = {
      ...asked,
      databaseUrl: orm.config.get('clientUrl') as string,
      now: clock(),
      timeZone,
    }
    const module = new URL('./import-thread.ts', import.meta.url)
    const thread = new Worker(module, { execArgv: [], resourceLimits, workerData: task })
    this.#thread = thread
    thread.unref()
    thread.on('message', ({ done, total }) => {
      this.#progress = { id: asked.id, done, total }
    })
    thread.on('error', (err) => log.error({ err, import: asked.id }, 'an import failed unexpectedly'))
    thread.on('exit', () => void this.#end(asked))
  }

  /** The thread has stored the outcome, unless it failed in a way that nobody expected. */
  async #end(asked: AskedImport) {
    const { id } = asked
    const detail = 'The import failed unexpectedly. Nothing was stored.'
    const { orm, log } = this.#parts
    if (!this.#isClosed)
      await failImports(orm.em.fork(), [id], { detail }).catch((err) =>
        log.error({ err, import: id }, 'lost an import'),
      )
    this.#thread = undefined
    this.#progress = undefined
    this.#held.delete(asked)
  }
}
