import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import packageJson from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../made/clinic-folder.ts'

const Sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ 'bom-ref': z.string() }) }),
  components: z.array(z.object({ 'bom-ref': z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

test('the bill of materials lists what the service runs with, and nothing that only builds or tests it', async () => {
  const path = join(await temporaryFolder(), 'sbom.cdx.json')
  execFileSync('npm', ['run', 'sbom', '--', path], { stdio: 'ignore' })
  const { metadata, components, dependencies } = Sbom.parse(JSON.parse(readFileSync(path, 'utf8')))
  const listed = components.map(({ name, version }) => `${name} ${version}`)
  const direct = Object.entries(packageJson.dependencies).map(([name, version]) => `${name} ${version}`)
  expect(direct.filter((one) => !listed.includes(one))).toEqual([])
  const names = components.map(({ name }) => name)
  expect(names.filter((name) => ['vitest', 'oauth2-mock-server', '@biomejs/biome'].includes(name))).toEqual(
    [],
  )

  const refs = new Set([metadata.component, ...components].map((component) => component['bom-ref']))
  expect(
    dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
  ).toEqual([])
})
