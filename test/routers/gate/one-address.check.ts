import { readFileSync } from 'node:fs'
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'

const people = 400

/** What the operators' guide tells a hospital of that size to set. */
const [, advice = ''] =
  /^## Before production\n(.*?)^## /ms.exec(readFileSync('docs/operating/install.md', 'utf8')) ?? []
const env = Object.fromEntries(
  [...advice.matchAll(/`(THROTTLE_\w+)=([^`]+)`/g)].map(([, name = '', rate = '']) => [name, rate]),
)
const { service } = await serviceForFile({ env })

test('400 people behind one address sign in within the hour, with what the guide tells them to set', async () => {
  expect(advice).toContain(`${people} people`)
  expect(Object.keys(env)).toEqual(['THROTTLE_LOGIN', 'THROTTLE_ANON'])
  // Half of what may be hashed or wait to be, so that none is refused for that.
  const atOnce = pLimit(32)
  const mornings = Array.from({ length: people }, (_, person) =>
    atOnce(async () => {
      const { email } = await service.addUser('EMPLOYEE')
      const client = service.anonymous()
      const answers = [await client.get('/api/v1/auth/me/')]
      if (person % 4 === 0) answers.push(await client.login(email, 'a password of yesterday'))
      answers.push(await client.login(email, password), await client.get('/api/v1/auth/me/'))
      return answers.map(({ status }) => status).join()
    }),
  )
  const seen = Map.groupBy(await Promise.all(mornings), (statuses) => statuses)
  expect([...seen].map(([statuses, { length }]) => [statuses, length])).toEqual([
    ['401,400,200,200', people / 4],
    ['401,200,200', (people * 3) / 4],
  ])
}, 600_000)
