import { expect, test } from 'vitest'
import { messageType, retryDelay, urlProblem } from '../../../src/integration/webhooks.ts'

test('the wait before another attempt triples from 5 seconds to 4 hours, give or take a fifth', () => {
  const seconds = (random: number) =>
    [1, 2, 3, 8, 9, 20].map((failures) => retryDelay(failures, random) / 1000)
  expect(seconds(0.5)).toEqual([5, 15, 45, 10_935, 14_400, 14_400])
  expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([4000, 6000])
})

test('a message is named for one object and what was done to it', () => {
  expect(messageType('employee_tags', 'UPDATE')).toBe('employee_tag.updated')
  expect(messageType('tags', 'CREATE')).toBe('tag.created')
  expect(messageType('business_rules', 'DELETE')).toBe('business_rule.deleted')
})

test.each([
  ['https://hooks.example/a?b=c', undefined],
  ['http://hooks.example/', 'In production only https is allowed.'],
  ['ftp://hooks.example/', 'Enter an address that begins with https://.'],
  ['hooks.example', 'Enter an address that begins with https://.'],
  ['https://ada:secret@hooks.example/', 'The address may have no user, password or fragment.'],
  ['https://hooks.example/#here', 'The address may have no user, password or fragment.'],
])('%s is an address for webhooks, or says why not', (url, problem) => {
  expect(urlProblem(url, false)).toBe(problem)
})

test('outside production, http is allowed as well', () => {
  expect(urlProblem('http://127.0.0.1:8080/', true)).toBeUndefined()
})
