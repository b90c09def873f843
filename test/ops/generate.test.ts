import { expect, test } from 'vitest'
import { generated, isCurrent } from '../../ops/generate.ts'

test.each(Object.keys(generated))('%s is what `npm run generate` writes', async (file) => {
  expect(await isCurrent(file), `${file} is out of date: run \`npm run generate\`.`).toBe(true)
})
