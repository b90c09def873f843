import { writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

// `node ops/tools/generate-clients.ts <document> <folder>` generates the clients of three popular generators into the folder.

// Two of them are built on the compiler's API, which TypeScript 7 no longer has: they get the older compiler that
// another package brings.
const parentURL = import.meta.resolve('@arethetypeswrong/core')
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL } : context),
})
const { default: openApiTypes, astToString } = await import('openapi-typescript')
const { createClient } = await import('@hey-api/openapi-ts')
const { generate } = await import('orval')

const [input = '', folder = ''] = process.argv.slice(2)
const types = await openApiTypes(new URL(`file://${input}`))
await writeFile(join(folder, 'openapi-typescript.ts'), astToString(types))
await createClient({ input, output: join(folder, 'hey-api'), logs: { level: 'silent' } })
await generate({ input, output: { target: join(folder, 'orval.ts'), client: 'fetch' } })
