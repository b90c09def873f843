import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

// `npm run check` runs everything that a change must pass; `npm run check -- <path>` only what concerns that file.

type Step = { name: string; command: string; advice: string }

/** The projects of TypeScript beside that of the root, by their folders. */
const projects = {
  'client/src': 'client',
  'ops/console/src': 'ops/console',
  'ops/tools': 'ops/tools',
  'ops/docs': 'ops/docs',
}
const cache = 'node_modules/.cache'
const seed = process.env.SEED ?? String(randomInt(2 ** 31))
const env = { ...process.env, RING: 'all', SEED: seed }

const typesOf = (project: string): Step => ({
  name: `types of ${project}`,
  command: `tsc --noEmit -p ${project} --incremental --tsBuildInfoFile ${cache}/types-${project.replace(/\W/g, '-')}`,
  advice: 'Fix the types above.',
})

const formatAndLint = (path: string): Step => ({
  name: 'format, lint and boundaries',
  command: `biome ci --no-errors-on-unmatched ${path}`,
  advice: '`npm run format` fixes what can be fixed automatically.',
})

const tests = (path: string): Step => ({
  name: 'tests',
  command: `vitest run ${path}`,
  advice: '`npm run check -- <path>` runs a single test file.',
})

const generatedFiles: Step = {
  name: 'generated files',
  command: 'node ops/generate.ts --check',
  advice: 'Run `npm run generate` and commit what it writes.',
}

const documents: Step = {
  name: 'OpenAPI documents',
  command: 'node ops/tools/lint-openapi.ts',
  advice:
    'Fix them where they are made, in server/openapi/ and routers/. The rules are ops/tools/redocly.yaml and ops/tools/spectral.yaml.',
}

const platforms: Step = {
  name: 'manifests and workflows',
  command: 'node ops/tools/lint-platforms.ts',
  advice: 'Fix them in ops/kubernetes/ and .github/workflows/.',
}

const tools: Step = {
  name: 'tools',
  command: 'node ops/tools/install.ts && node ops/tools/install.ts ../docs',
  advice: 'Check the connection to the registry.',
}

const proof: Step = {
  name: 'proof, in short',
  command: `node test/proof/main.ts --length short --seed ${seed}`,
  advice: `\`npm run prove -- --length short --parts <names> --seed ${seed}\` repeats a part. It may have found an old fault.`,
}

// Generated files come first: until they are up to date, the types of the client do not match. Tests come last, because
// they end with their number.
const everything = [
  tools,
  generatedFiles,
  documents,
  platforms,
  ...['.', ...Object.values(projects)].map(typesOf),
  formatAndLint('.'),
  proof,
  tests(''),
]

/** Biome on the file or folder, the types of its project, and the tests that mirror it, or else its folder. */
function stepsFor(path: string): Step[] {
  const [, project = '.'] = Object.entries(projects).find(([folder]) => path.startsWith(folder)) ?? []
  const stem = path
    .replace(/^test\//, '')
    .replace(/^(?:ops\/)?(client|console)\/(?:src|build)/, '$1')
    .replace(/(\.test|\.check)?\.tsx?$/, '')
  const mirror = [
    `test/${stem}.test.ts`,
    `test/${stem}.check.ts`,
    `test/${stem}`,
    `test/${dirname(stem)}`,
  ].find(existsSync)
  if (!mirror) console.log(`No test mirrors ${path}: \`npm test\` runs them all.`)
  return [tools, generatedFiles, formatAndLint(path), typesOf(project), ...(mirror ? [tests(mirror)] : [])]
}

function passes({ name, command, advice }: Step): boolean {
  console.log(`\n> ${name}: ${command}`)
  const start = performance.now()
  const isPassed = spawnSync(command, { shell: true, stdio: 'inherit', env }).status === 0
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`> ${name} ${isPassed ? 'passed' : 'failed'} in ${seconds} s${isPassed ? '' : `. ${advice}`}`)
  return isPassed
}

const [path] = process.argv.slice(2)
console.log(`The seed of random tests is ${seed}; SEED=${seed} npm run check repeats them.
If one fails, it has found a fault, which may be older than the change.`)
const steps = path ? stepsFor(path.replace(/\/$/, '')) : everything
process.exitCode = steps.every(passes) ? 0 : 1
