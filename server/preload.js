import { enableCompileCache } from 'node:module'

// Comes before everything else: what Node has stripped of its types and compiled is kept for the next start, and zod
// turns the schemas that are made from now on into code.
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`)
await import('zod/compile')
