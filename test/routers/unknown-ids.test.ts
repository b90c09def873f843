import { expect, test } from 'vitest'
import { expectAnswer } from '../expect/answer.ts'
import { plainEndpoints } from '../expect/endpoints.ts'
import { notFound, unknown } from '../expect/texts.ts'
import { callOverRest, callOverTrpc, inputsFor } from '../setup/calls.ts'
import { serviceForFile } from '../setup/fixture.ts'

const { service, make } = await serviceForFile()
const inputFor = inputsFor(service, make)
const caller = await service.as('ADMIN', { is_superuser: true })

const ofObjects = plainEndpoints.filter(([, , path]) => path.includes('{'))

test.each(ofObjects)('%s (%s %s) answers 404 to an id that no object has', async (...endpoint) => {
  const [name, , path] = endpoint
  const field = /\{(\w+)\}/.exec(path)?.[1] ?? ''
  const input = await inputFor(name)
  expect(input).toHaveProperty(field)
  const unknownId = typeof input[field] === 'number' ? 987_654_321 : unknown
  for (const call of [callOverRest, callOverTrpc])
    await expectAnswer(call(caller, endpoint, { ...input, [field]: unknownId }), 404, notFound)
})
