import { enableCompileCache } from 'node:module'

// Runs before everything else: Node then caches each module that it strips of types and compiles, and zod compiles
// each schema that is made from here on.
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`)
await import('zod/compile')
