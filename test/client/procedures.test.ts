import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formattedProcedures, proceduresFile } from '../../client/build/package.ts'
import clientPackage from '../../client/package.json' with { type: 'json' }
import packageJson from '../../package.json' with { type: 'json' }

test('the generated types are those of the procedures as they are now (npm run build:client)', async () => {
  expect(await readFile(proceduresFile, 'utf8')).toBe(await formattedProcedures())
})

test('the client has the version of the service, and the decimals of the service', () => {
  expect(clientPackage.version).toBe(packageJson.version)
  expect(clientPackage.dependencies).toEqual({ 'decimal.js': packageJson.dependencies['decimal.js'] })
})
