import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] },
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Importing everything anew took most of a short file's time. So tests must not change modules or process.env.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
