import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileErrors, validate } from '@readme/openapi-parser'
import { lint, loadConfig } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { parse } from 'yaml'
import { interfaces } from '../../server/openapi/interfaces.ts'

const root = join(import.meta.dirname, '..', '..')

/** What a validator finds in the OpenAPI document, and Redocly and Spectral by their rules here. Warnings count too. */
async function lintOpenApi(file: string): Promise<string[]> {
  return [...(await validator(file)), ...(await redocly(file)), ...(await spectral(file))].map(
    (finding) => `${file}: ${finding}`,
  )
}

async function validator(file: string) {
  const result = await validate(join(root, file))
  return result.valid ? [] : [compileErrors(result)]
}

async function redocly(file: string) {
  const config = await loadConfig({ configPath: join(import.meta.dirname, 'redocly.yaml') })
  const problems = await lint({ ref: join(root, file), config })
  return problems.map(({ ruleId, message, location: [at] }) => `${at?.pointer}: ${message} (${ruleId})`)
}

async function spectral(file: string) {
  const rules = parse(await readFile(join(import.meta.dirname, 'spectral.yaml'), 'utf8'))
  const linter = new spectralCore.Spectral()
  // Only Spectral's command line resolves the name that the file gives this ruleset.
  linter.setRuleset({ ...rules, extends: [rulesets.oas] })
  const problems = await linter.run(await readFile(join(root, file), 'utf8'))
  return problems.map(({ path, message, code }) => `#/${path.join('/')}: ${message} (${code})`)
}

if (import.meta.main) {
  const findings = (await Promise.all(Object.keys(interfaces).map(lintOpenApi))).flat()
  for (const finding of findings) console.error(finding)
  if (findings.length) process.exitCode = 1
}
