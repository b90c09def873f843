import { LockMode } from '@mikro-orm/core'
import { hash, parseOptions } from '@node-rs/argon2'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import { untilQueued } from '../../expect/database.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'

const { service } = await serviceForFile()
const weakHash = await hash(password, { memoryCost: 8192, timeCost: 1 })

const login = async ({ email }: { email: string }, secret = password) =>
  (await service.anonymous().login(email, secret)).status
const hashOf = async ({ id }: { id: string }) =>
  (await service.orm.em.fork().findOneOrFail(User, id)).password_hash ?? ''

test('a login matches the email in any case', async () => {
  await service.addUser('VIEWER', { email: 'Ana.Núñez@clinic.example' })
  expect(await login({ email: 'aNA.nÚñEZ@CLINIC.example' })).toBe(200)
})

test('a login rehashes a password whose hash has another cost, and ends no session', async () => {
  const client = await service.as('VIEWER')
  const { user } = client
  const present = await hashOf(user)
  await login(user)
  expect(await hashOf(user)).toBe(present)

  await service.orm.em.fork().nativeUpdate(User, user.id, { password_hash: weakHash })
  expect(await login(user, 'wrong')).toBe(400)
  expect(await hashOf(user)).toBe(weakHash)
  expect(await login(user)).toBe(200)
  expect(parseOptions(await hashOf(user))).toEqual(parseOptions(present))
  expect(await login(user)).toBe(200)
  expect((await client.post('/api/v1/auth/token/refresh/')).status).toBe(200)
})

test('the service is the author of the change that rehashes a password at a login', async () => {
  await login(await service.addUser('VIEWER', { password_hash: weakHash }))
  const { rows } = await sql<{ via: string }>`select via from change_log order by id desc limit 1`.execute(
    service.orm.em.fork().getKysely(),
  )
  expect(rows).toEqual([{ via: 'service' }])
})

test('a login does not restore a password that is changed meanwhile', async () => {
  const user = await service.addUser('VIEWER', { password_hash: weakHash })
  const late = await service.orm.em.fork().transactional(async (em) => {
    const stored = await em.findOneOrFail(User, user.id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const late = login(user)
    await untilQueued(1, async (statement) => ({
      rows: await em.getConnection().execute(statement, [], 'all', em.getTransactionContext()),
    }))
    stored.setPassword('the hash of another password')
    return { late }
  })
  expect(await late.late).toBe(200)
  expect(await hashOf(user)).toBe('the hash of another password')
})
