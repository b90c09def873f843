import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }

const rooms = ['src', 'entities', 'routers', 'server', 'client', 'ops', 'bench', 'test']
const ofCode = '*.{ts,tsx,js,css,sql}'

/** Every file of code. A console that is being built meanwhile is never entered. */
const files = globSync(
  rooms.flatMap((room) => [`${room}/**/${ofCode}`, `${room}/**/.*/**/${ofCode}`]),
  { exclude: ['**/{node_modules,dist,dist-*,released}/**'] },
)

type Import = { to: string; isType: boolean }

/** The files of ours that a file imports; an import of types alone loads nothing. */
const importsOf = (file: string): Import[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|^import|import\()\s*'(\.[^']+)'/gm)].map((match) => {
    const before = match.input.slice(match.input.lastIndexOf('\nimport ', match.index) + 1, match.index)
    const isType = /^import (type |\{(\s*type [^,}]+,?)+\s*\} $)/.test(before)
    return { to: join(dirname(file), match[1] ?? ''), isType }
  })

const imports = new Map(files.map((file) => [file, importsOf(file)]))

/** Every file that the file loads, itself included. */
function loadedBy(file: string, loaded = new Set<string>()): string[] {
  if (loaded.has(file)) return []
  loaded.add(file)
  for (const { to, isType } of imports.get(file) ?? []) if (!isType) loadedBy(to, loaded)
  return [...loaded]
}

/** The first way that leads from a folder along its imports, types included, back to itself. */
function findCircle(): string[] {
  const folders = new Map<string, Set<string>>()
  for (const [file, from] of imports) {
    const folder = dirname(file)
    const others = from.map(({ to }) => dirname(to)).filter((other) => other !== folder)
    folders.set(folder, (folders.get(folder) ?? new Set()).union(new Set(others)))
  }
  const done = new Set<string>()
  function walk(folder: string, way: string[]): string[] {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder]
    if (done.has(folder)) return []
    for (const next of folders.get(folder) ?? []) {
      const circle = walk(next, [...way, folder])
      if (circle.length) return circle
    }
    done.add(folder)
    return []
  }
  return [...folders.keys()].map((folder) => walk(folder, [])).find(({ length }) => length) ?? []
}

test('imports of folders form no circle', () => {
  expect(imports.size).toBeGreaterThan(500)
  expect(findCircle()).toEqual([])
})

test('a folder holds at most 12 files of code, and 16 of tests, but for the migrations', () => {
  const sizes = Map.groupBy(files, dirname)
  const mostIn = (folder: string) => {
    // Released migrations stay for good.
    if (folder === 'entities/schema/migrations') return Number.POSITIVE_INFINITY
    return folder.startsWith('test') ? 16 : 12
  }
  const isCrowded = (folder: string, { length }: string[]) => length > mostIn(folder)
  expect([...sizes].filter((each) => isCrowded(...each)).map(([folder]) => folder)).toEqual([])
})

test('a command that prints rules loads no HTTP, no ops port and no sessions', () => {
  const loaded = loadedBy('server/cli/rules.ts')
  expect(loaded).toContain('server/stores/database.ts')
  expect(loaded.filter((file) => /^server\/(http|ops-port|auth)\//.test(file))).toEqual([])
  expect(loaded.filter((file) => /^routers\/(?!schema\/)/.test(file))).toEqual([])
})

test('a router loads nothing of the server', () => {
  const loaded = loadedBy('routers/people/tags.ts')
  expect(loaded).toContain('routers/gate/procedure.ts')
  expect(loaded.filter((file) => file.startsWith('server/'))).toEqual([])
})

test('the service and its commands load only packages that the image has', () => {
  const programs = ['server/main.ts', 'server/preload.js', 'server/cli/main.ts'].flatMap((file) =>
    loadedBy(file),
  )
  const packages = [...new Set(programs)].flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import (?!type )[^'()]*|\} from |.*import\()'((?:@[\w-]+\/)?[\w-][\w.-]*)/gm,
    ),
  ])
  const loaded = new Set(packages.map(([, name = '']) => name).filter((name) => !name.startsWith('node')))
  expect(loaded).toContain('@trpc/server')
  expect([...loaded].filter((name) => !(name in packageJson.dependencies))).toEqual([])
})

test('only the thread of the planner loads its solver', () => {
  const solver = 'src/planning/lines/exact.ts'
  expect([...loadedBy('server/main.ts')]).not.toContain(solver)
  expect([...loadedBy('server/planning/thread.ts')]).toContain(solver)
})

test('each advisory lock has a number of its own', () => {
  // New partitions share the lock of migrations.
  const holders = files.filter(
    (file) => /^(entities|server)\//.test(file) && !/migrations|partitions/.test(file),
  )
  const locks = holders.flatMap((file) => readFileSync(file, 'utf8').match(/\b727_?\d{3}\b/g) ?? [])
  const numbers = locks.map((lock) => lock.replace('_', '')).sort()
  expect(numbers).toEqual(['727274', '727276', '727277', '727278', '727279', '727280'])
})
