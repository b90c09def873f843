import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import clientPackage from '../../client/package.json' with { type: 'json' }
import packageJson from '../../package.json' with { type: 'json' }
import { factories } from '../made/factories.ts'
import { password, startService } from '../setup/service.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const tsc = join(root, 'node_modules', '.bin', 'tsc')
const checkPackage = join(root, 'ops', 'tools', 'check-package.ts')

let project: string
let tarball: { filename: string; files: { path: string }[] }

/** Builds and packs the client, and installs it into an empty project, as a user would. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'coverage-consumer-'))
  await run('npm', ['run', 'build:client'], { cwd: root })
  const packed = await run('npm', ['pack', '--json', '--pack-destination', project, './client'], {
    cwd: root,
  })
  tarball =
    Object.values(JSON.parse(packed.stdout) as Record<string, typeof tarball>)[0] ?? expect.unreachable()
  await cp(join(import.meta.dirname, 'consumer'), project, { recursive: true })
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await writeFile(join(project, 'example.ts'), await readmeExample())
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball.filename}`], {
    cwd: project,
  })
}, 120_000)

afterAll(() => rm(project, { recursive: true, force: true }))

/** The first block of the client's README that imports the module. */
async function readmeExample(module = '@workforce-coverage/client') {
  const readme = await readFile(join(root, 'client', 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```tsx?\n(.*?)```/gs)].map(([, block]) => block)
  return blocks.find((block) => block?.includes(` from '${module}'`)) ?? expect.unreachable()
}

test('the client has the version of the service and the same version of decimal.js', () => {
  expect(clientPackage.version).toBe(packageJson.version)
  expect(clientPackage.dependencies).toEqual({ 'decimal.js': packageJson.dependencies['decimal.js'] })
})

test('the tarball contains the two builds, the declarations, the README and the licence', () => {
  expect(tarball.files.map(({ path }) => path).sort()).toEqual([
    'README.md',
    'dist/LICENSE-cookie.txt',
    'dist/LICENSE-eventsource-parser.txt',
    'dist/browser.js',
    'dist/decimal.d.ts',
    'dist/decimal.js',
    'dist/index.d.ts',
    'dist/index.js',
    'dist/live.d.ts',
    'dist/live.js',
    'dist/react.d.ts',
    'dist/react.js',
    'dist/router.d.ts',
    'dist/router.js',
    'package.json',
  ])
})

test('publint and Are The Types Wrong have no objection to the package', async () => {
  const { stdout } = await run('node', [checkPackage, join(project, tarball.filename)])
  expect(stdout).toBe('')
})

test('a package that names missing files is not fit for release', async () => {
  const folder = join(project, 'broken')
  await mkdir(join(folder, 'dist'), { recursive: true })
  await writeFile(join(folder, 'dist', 'index.js'), 'export const one = 1\n')
  const fields = { name: 'broken', version: '1.0.0', type: 'module', files: ['dist'] }
  const exports = { types: './dist/index.d.ts', default: './dist/index.js' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...fields, exports }))
  const packed = await run('npm', ['pack', '--silent'], { cwd: folder })
  const { stdout } = await run('node', [checkPackage, join(folder, packed.stdout.trim())])
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringContaining('index.d.ts but the file does not exist'),
    'The package has no types.',
  ])
})

test("the package's README needs nothing but the package: no script and no file of the service", async () => {
  const installed = join(project, 'node_modules', '@workforce-coverage', 'client', 'README.md')
  const readme = await readFile(installed, 'utf8')
  expect(readme).not.toMatch(/npm (?:run|ci|pack|start)|npx coverage/)
  expect(readme).not.toMatch(/\]\((?!https:|#)/)
})

test('the package contains no code of the service and installs only decimal.js', async () => {
  const installed = join(project, 'node_modules')
  const dist = join(installed, '@workforce-coverage', 'client', 'dist')
  for (const file of ['index.js', 'browser.js', 'decimal.js', 'live.js', 'react.js', 'index.d.ts'])
    expect(await readFile(join(dist, file), 'utf8'), file).not.toMatch(
      /mikro-orm|express|\bzod\b|kysely|ioredis|initTRPC|AnyRouter|node:/i,
    )
  const packages = (await readdir(installed)).filter((name) => !name.startsWith('.'))
  expect(packages.sort()).toEqual(['@workforce-coverage', 'decimal.js'])
})

test("the package's build for browsers is small", async () => {
  const browser = await readFile(join(root, 'client', 'dist', 'browser.js'))
  const { length } = gzipSync(browser)
  console.log(`${length} bytes`)
  expect(length).toBeLessThan(10_500)
})

test("the package's types are exact and cheap to compile", async () => {
  const { stdout } = await run(tsc, ['-p', project, '--extendedDiagnostics'])
  const measured = (what: string) => Number(new RegExp(`${what}: +([\\d.]+)`).exec(stdout)?.[1])
  expect(measured('Instantiations')).toBeLessThan(2000)
})

/** What an application with React or another tRPC client has installed itself. */
const peers = [
  'react',
  'react-dom',
  '@types/react',
  '@types/react-dom',
  '@tanstack/react-query',
  '@trpc/client',
  '@trpc/server',
]

test("the package's types for React and other tRPC clients are exact and cheap with every module resolution", async () => {
  const folder = join(project, 'with-peers')
  const modules = join(folder, 'node_modules')
  const ours = '@workforce-coverage'
  await cp(join(project, 'node_modules', ours), join(modules, ours), { recursive: true })
  for (const name of peers) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  const check = (...options: string[]) => run(tsc, ['-p', folder, '--noEmit', ...options])
  await check('--skipLibCheck', 'false')
  await writeFile(join(folder, 'vacancies.tsx'), await readmeExample('@workforce-coverage/client/react'))
  await writeFile(join(folder, 'trpc.ts'), await readmeExample('@trpc/client'))
  // The types of the browser's fetch and of tRPC's own do not agree on optional properties.
  const bundled = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--exactOptionalPropertyTypes',
    'false',
  ]
  const { stdout } = await check(...bundled, '--skipLibCheck', '--extendedDiagnostics')
  expect(Number(/Instantiations: +(\d+)/.exec(stdout)?.[1])).toBeLessThan(30_000)
})

test("the example in the package's README has at most twenty lines and runs on every Node at hand", async () => {
  const service = await startService()
  const make = factories(service)
  const employee = await make.employee({ last_name: 'Vandenbroucke' })
  const tag = await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })
  await make.employeeTag({ employee: employee.id, tag: tag.id })
  await make.position({ title: 'A post that was given up', is_active: false })
  await make.position({ title: 'Night nurse' })
  const { email } = await service.addUser('MANAGER')

  const file = join(project, 'out', 'example.js')
  const example = await readFile(file, 'utf8')
  expect((await readmeExample()).trim().split('\n').length).toBeLessThanOrEqual(20)
  await writeFile(
    file,
    example
      .replace('http://localhost:8000', service.url)
      .replace('manager@aurelia.example', email)
      .replace('manager-of-aurelia', password),
  )
  for (const node of await nodes()) {
    const { stdout } = await run(node, [file])
    expect(stdout).toBe(
      [`Signed in as ${email}, MANAGER`, 'Vandenbroucke for Night nurse: true', '404 Not found.', ''].join(
        '\n',
      ),
    )
  }
  await service.close()
})

/** The Node that runs the tests, and the machine's own if it is 20 or later. */
async function nodes() {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
  const version = (node: string) =>
    run(node, ['-p', 'process.versions.node.split(".")[0]']).then(
      ({ stdout }) => Number(stdout),
      () => 0,
    )
  for (const folder of folders)
    if ((await version(join(folder, 'node'))) >= 20) return [process.execPath, join(folder, 'node')]
  return [process.execPath]
}
