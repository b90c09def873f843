import { buildClient } from './package.ts'

await buildClient()
