import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plants } from './plants.ts'

const root = join(import.meta.dirname, '../../..')
const patches = plants.flatMap(({ name, patches = [] }) => patches.map((patch) => ({ name, ...patch })))

test.each(patches)('the plant “$name” finds what it changes in $file', ({ file, pattern }) => {
  expect(readFileSync(join(root, file), 'utf8')).toMatch(pattern)
})
