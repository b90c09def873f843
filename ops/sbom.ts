import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

// `npm run sbom` writes the software bill of materials; `npm run sbom -- <path>` writes it elsewhere.

type Component = { 'bom-ref': string; properties: { name: string }[] }
type Dependency = { ref: string; dependsOn: string[] }
type Bom = { metadata: { component: Component }; components: Component[]; dependencies: Dependency[] }

const command = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
const everything: Bom = JSON.parse(execFileSync('npm', command, { encoding: 'utf8', maxBuffer: 2 ** 26 }))

// npm's `--omit dev` would also leave out packages that the service shares with its tools.
const components = everything.components.filter(
  ({ properties }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
)
const refs = new Set([everything.metadata.component, ...components].map((component) => component['bom-ref']))
const dependencies = everything.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))

const [path = 'sbom.cdx.json'] = process.argv.slice(2)
writeFileSync(path, `${JSON.stringify({ ...everything, components, dependencies }, null, 2)}\n`)
console.log(`Wrote ${components.length} packages to ${path}.`)
