import { expect, test } from 'vitest'
import { expectAnswer } from '../expect/answer.ts'
import { notFound, unknown } from '../expect/texts.ts'
import { callOverRest, type PlainEndpoint, plainEndpoints, preparedCalls } from '../setup/endpoints.ts'
import { serviceForFile } from '../setup/fixture.ts'

const { service, make } = await serviceForFile()
const prepared = preparedCalls(service, make)

const ofObjects = plainEndpoints.filter(([, , path]) => path.includes('{'))

test.each(ofObjects)('%s (%s %s) answers 404 to an id that no object has', async (...endpoint) => {
  const [name, method, path] = endpoint
  const field = /\{(\w+)\}/.exec(path)?.[1] ?? ''
  const call = await prepared[name]()
  expect(call.input).toHaveProperty(field)
  const input = { ...call.input, [field]: typeof call.input[field] === 'number' ? 987_654_321 : unknown }
  await expectAnswer(callOverRest(service, endpoint as PlainEndpoint, { ...call, input }), 404, notFound)
  const caller = await service.as(call.role ?? 'ADMIN', { is_superuser: call.is_superuser })
  const overTrpc = caller.trpc(method === 'GET' ? 'query' : 'mutation', name, input)
  await expectAnswer(overTrpc, 404, notFound)
})
