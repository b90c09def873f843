import { expect, test } from 'vitest'
import { everyRow, expectOrderings, notAnOrdering } from '../../expect/lists.ts'
import { doesNotExist, noon, notFound, notPermitted, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/position-tags/'
const taken = { non_field_errors: ['The fields position, tag must make a unique set.'] }

const { service, make, admin } = await serviceForFile()

test('a requirement is mandatory by default, and get, list and tRPC agree', async () => {
  const { id: position } = await make.position()
  const tag = await make.tag({ name: 'Triage', display_name: 'Triage nurse', category: 'CERTIFICATION' })
  const created = await admin.post(path, { position, tag: tag.id, tag_name: 'ignored', id: unknown })
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.not.stringMatching(unknown),
      position,
      tag: tag.id,
      tag_name: 'Triage',
      tag_display_name: 'Triage nurse',
      tag_category: 'CERTIFICATION',
      is_mandatory: true,
      created_at: noon,
    },
  ])
  const { id } = created.body
  expect((await admin.get(`${path}${id}/`)).body).toEqual(created.body)
  const listed = await admin.get(`${path}?position_id=${position}`)
  expect(listed.body).toEqual({ count: 1, next: null, previous: null, results: [created.body] })
  const overTrpc = await admin.trpc('query', 'position_tags.list', { position_id: position })
  expect(overTrpc.body).toEqual(listed.body)
})

test('a requirement can be optional, and becomes mandatory by PATCH', async () => {
  const { id: position } = await make.position()
  const { id: tag } = await make.tag()
  const { body } = await admin.post(path, { position, tag, is_mandatory: false })
  expect(body.is_mandatory).toBe(false)
  const patched = await admin.patch(`${path}${body.id}/`, { is_mandatory: true })
  expect([patched.status, patched.body]).toEqual([200, { ...body, is_mandatory: true }])
  expect((await admin.get(`${path}${body.id}/`)).body).toEqual(patched.body)
  expect((await admin.patch(`${path}${body.id}/`, {})).body).toEqual(patched.body)
})

test('a pair of position and tag is unique, even when two requests race for it', async () => {
  const stored = await make.positionTag()
  const pair = { position: stored.position, tag: stored.tag }
  const refused = await admin.post(path, pair)
  expect([refused.status, refused.body]).toEqual([400, taken])
  expect(await admin.trpc('mutation', 'position_tags.create', pair)).toMatchObject({
    status: 400,
    body: taken,
  })

  const { id: position } = await make.position()
  const raced = await Promise.all([1, 2].map(() => admin.post(path, { position, tag: stored.tag })))
  expect(raced.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(raced.find(({ status }) => status === 400)?.body).toEqual(taken)
})

test('bad fields are refused', async () => {
  const { id: position } = await make.position()
  const { id: tag } = await make.tag()
  const inactive = await make.tag({ is_active: false })
  const grid: [object, object][] = [
    [{}, { position: ['This field is required.'], tag: ['This field is required.'] }],
    [{ position }, { tag: ['This field is required.'] }],
    [{ position: null, tag }, { position: ['This field may not be null.'] }],
    [{ position: 'abc', tag }, { position: ['“abc” is not a valid UUID.'] }],
    [
      { position: unknown, tag: unknown },
      { position: [doesNotExist(unknown)], tag: [doesNotExist(unknown)] },
    ],
    [{ position: unknown, tag }, { position: [doesNotExist(unknown)] }],
    [{ position, tag: unknown }, { tag: [doesNotExist(unknown)] }],
    [{ position, tag: inactive.id }, { tag: ['The tag is not active.'] }],
    [{ position, tag, is_mandatory: 'x' }, { is_mandatory: ['Must be a valid boolean.'] }],
    [{ position, tag, is_mandatory: null }, { is_mandatory: ['This field may not be null.'] }],
  ]
  for (const [body, expected] of grid) {
    const refused = await admin.post(path, body)
    expect([body, refused.status, refused.body]).toEqual([body, 400, expected])
  }
  expect((await admin.get(`${path}?position_id=${position}`)).body.count).toBe(0)
})

test('position and tag cannot be changed, and may be repeated', async () => {
  const { id, position, tag } = await make.positionTag()
  const other = await make.positionTag()
  const fixed = ['This field cannot be changed.']
  for (const [changes, expected] of [
    [{ position: other.position }, { position: fixed }],
    [{ tag: other.tag, is_mandatory: false }, { tag: fixed }],
    [
      { position: other.position, tag: other.tag },
      { position: fixed, tag: fixed },
    ],
    [{ tag: unknown }, { tag: fixed }],
  ]) {
    const refused = await admin.patch(`${path}${id}/`, changes)
    expect([refused.status, refused.body]).toEqual([400, expected])
  }
  const repeated = { position: position.toUpperCase(), tag, is_mandatory: false }
  expect(await admin.patch(`${path}${id}/`, repeated)).toMatchObject({
    status: 200,
    body: { id, position, tag, is_mandatory: false },
  })
})

test('DELETE removes the requirement, and without requirements the tag can be deleted', async () => {
  const { id, tag } = await make.positionTag()
  expect((await admin.delete(`/api/v1/tags/${tag}/`)).status).toBe(409)
  const deleted = await admin.delete(`${path}${id}/`)
  expect([deleted.status, deleted.body]).toEqual([204, ''])
  for (const answer of [
    await admin.get(`${path}${id}/`),
    await admin.patch(`${path}${id}/`, {}),
    await admin.delete(`${path}${id}/`),
  ])
    expect([answer.status, answer.body]).toEqual([404, notFound])
  expect((await admin.delete(`/api/v1/tags/${tag}/`)).status).toBe(204)
})

test('an inactive tag still shows on the positions that require it', async () => {
  const stored = await make.positionTag()
  await admin.patch(`/api/v1/tags/${stored.tag}/`, { is_active: false, name: 'Retired' })
  expect((await admin.get(`${path}${stored.id}/`)).body.tag_name).toBe('Retired')
  expect((await admin.patch(`${path}${stored.id}/`, { is_mandatory: false })).status).toBe(200)
})

test.each(['x', unknown])('%s is not a position tag', async (id) => {
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const answer = await admin.request(method, `${path}${id}/`, method === 'PATCH' ? { body: {} } : {})
    expect([answer.status, answer.body]).toEqual([404, notFound])
  }
})

test('the filter takes any UUID, even one that nothing has', async () => {
  expect((await admin.get(`${path}?position_id=${unknown}`)).body).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  })
  const refused = await admin.get(`${path}?position_id=abc`)
  expect([refused.status, refused.body]).toEqual([400, { position_id: ['Enter a valid UUID.'] }])
})

test('position tags are ordered by creation by default', async () => {
  service.clock.now = new Date('2026-03-01T10:00:00Z')
  const first = await make.positionTag({ is_mandatory: false })
  service.clock.now = new Date(noon)
  const rows = await everyRow(admin, path)
  expect(rows[0].id).toBe(first.id)
  expect(rows).toEqual(await everyRow(admin, `${path}?ordering=created_at`))
})

test('position tags can be ordered by any stored field, but by no derived one', async () => {
  await expectOrderings(admin, path, ['id', 'position', 'tag', 'is_mandatory', 'created_at'])
  for (const field of ['tag_name', 'tag_display_name', 'tag_category', 'position_id']) {
    const refused = await admin.get(`${path}?ordering=${field}`)
    expect([refused.status, refused.body]).toEqual([400, notAnOrdering(field)])
  }
})

test('everyone reads requirements, and only ADMIN and MANAGER write them', async () => {
  const { id } = await make.positionTag()
  const { id: position } = await make.position()
  const { id: tag } = await make.tag()
  for (const role of ['SUPERVISOR', 'VIEWER', 'EMPLOYEE'] as const) {
    const client = await service.as(role)
    expect((await client.get(path)).status).toBe(200)
    expect((await client.get(`${path}${id}/`)).status).toBe(200)
    for (const answer of [
      await client.post(path, { position, tag }),
      await client.patch(`${path}${id}/`, { is_mandatory: false }),
      await client.delete(`${path}${id}/`),
    ])
      expect([answer.status, answer.body]).toEqual([403, notPermitted])
  }
  const manager = await service.as('MANAGER')
  expect((await manager.post(path, { position, tag })).status).toBe(201)
  expect((await manager.delete(`${path}${id}/`)).status).toBe(204)
})
