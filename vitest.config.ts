import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { Reporter } from './test/setup/run/reporter.ts'
import { isCheck } from './test/setup/run/ring.ts'
import { Sequencer } from './test/setup/run/sequencer.ts'

export default defineConfig({
  test: {
    include: isCheck ? ['test/**/*.{test,check}.ts'] : ['test/**/*.test.ts'],
    typecheck: { enabled: isCheck, include: ['test/**/*.test-d.ts'], tsconfig: 'test/tsconfig.types.json' },
    globalSetup: ['test/setup/run/global-setup.ts'],
    alias: { '@node-rs/argon2': join(import.meta.dirname, 'test/setup/run/argon2.ts') },
    setupFiles: ['test/setup/run/random.ts'],
    reporters: [new Reporter()],
    sequence: { sequencer: Sequencer },
    pool: 'forks',
    // `npm test` sets MIMALLOC_ALLOW_THP=0: without huge pages, Vite's compiler keeps 100 MB less.
    // Without a limit, each worker lets garbage grow to half a gigabyte and more.
    execArgv: [`--max-old-space-size=${isCheck ? 384 : 256}`, '--max-semi-space-size=16'],
    // Many files wait for a process, a page or a timer, so two cores have time for three. A fourth ends nothing sooner.
    maxWorkers: 3,
    // Importing everything anew took most of a short file's time. So tests must not change modules or process.env.
    isolate: false,
    env: {
      // A worker keeps 80 MB less, because its few threads then share what one of them frees.
      MALLOC_ARENA_MAX: '1',
      // The programs that tests start need not be compiled anew either.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
    },
    // The only limits, because a loaded machine may take any time: a test waits for what it will see.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
