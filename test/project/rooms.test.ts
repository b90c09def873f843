import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Every file that the file loads, itself included; imports of types load nothing. */
function loadedBy(file: string, loaded = new Set<string>()): string[] {
  if (loaded.has(file)) return []
  loaded.add(file)
  for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(
    /^import ([^']*)'(\.[^']+\.ts)'/gm,
  )) {
    const isTypes = /^type |^\{(\s*type [^,}]+,?)+\s*\}/.test(names)
    if (!isTypes) loadedBy(join(dirname(file), from), loaded)
  }
  return [...loaded]
}

test('a command that prints rules loads no HTTP, no operators and no sessions', () => {
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
