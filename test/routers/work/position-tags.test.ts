import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { everyRow, expectOrderings, notAnOrdering } from '../../expect/lists.ts'
import { noon, notFound, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/position-tags/'
const taken = { non_field_errors: ['The fields position, tag must make a unique set.'] }

const { service, make, admin } = await serviceForFile()

test('a requirement is mandatory by default, and get and list agree', async () => {
  const { id: position } = await make.position()
  const tag = await make.tag({ name: 'Triage', display_name: 'Triage nurse', category: 'CERTIFICATION' })
  const created = await expectAnswer(
    admin.post(path, { position, tag: tag.id, tag_name: 'ignored', id: unknown }),
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
  )
  const { id } = created.body
  expect((await admin.get(`${path}${id}/`)).body).toEqual(created.body)
  const listed = await admin.get(`${path}?position_id=${position}`)
  expect(listed.body).toEqual({ count: 1, next: null, previous: null, results: [created.body] })
})

test('a requirement can be optional, and becomes mandatory by PATCH', async () => {
  const { id: position } = await make.position()
  const { id: tag } = await make.tag()
  const { body } = await admin.post(path, { position, tag, is_mandatory: false })
  expect(body.is_mandatory).toBe(false)
  const patched = await expectAnswer(admin.patch(`${path}${body.id}/`, { is_mandatory: true }), 200, {
    ...body,
    is_mandatory: true,
  })
  expect((await admin.get(`${path}${body.id}/`)).body).toEqual(patched.body)
  expect((await admin.patch(`${path}${body.id}/`, {})).body).toEqual(patched.body)
})

test('a position requires a tag at most once', async () => {
  const stored = await make.positionTag()
  const pair = { position: stored.position, tag: stored.tag }
  await expectAnswer(admin.post(path, pair), 400, taken)
})

test('an inactive tag cannot be required', async () => {
  const { id: position } = await make.position()
  const inactive = await make.tag({ is_active: false })
  await expectAnswer(admin.post(path, { position, tag: inactive.id }), 400, {
    tag: ['The tag is not active.'],
  })
  expect((await admin.get(`${path}?position_id=${position}`)).body.count).toBe(0)
})

test('the position and tag of a requirement cannot be changed, and may be repeated', async () => {
  const { id, position, tag } = await make.positionTag()
  const other = await make.positionTag()
  for (const changes of [{ position: other.position }, { tag: other.tag }, { tag: unknown }])
    await expectAnswer(admin.patch(`${path}${id}/`, { is_mandatory: false, ...changes }), 400, {
      [Object.keys(changes)[0] ?? '']: ['This field cannot be changed.'],
    })
  const repeated = { position: position.toUpperCase(), tag, is_mandatory: false }
  expect(await admin.patch(`${path}${id}/`, repeated)).toMatchObject({
    status: 200,
    body: { id, position, tag, is_mandatory: false },
  })
})

test('a DELETE removes the requirement, after which the tag can be deleted', async () => {
  const { id, tag } = await make.positionTag()
  expect((await admin.delete(`/api/v1/tags/${tag}/`)).status).toBe(409)
  await expectAnswer(admin.delete(`${path}${id}/`), 204, '')
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

test('position tags of an unknown position are an empty list', async () => {
  expect((await admin.get(`${path}?position_id=${unknown}`)).body).toEqual({
    count: 0,
    next: null,
    previous: null,
    results: [],
  })
})

test('position tags are ordered by creation time by default', async () => {
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
    await expectAnswer(admin.get(`${path}?ordering=${field}`), 400, notAnOrdering(field))
  }
})
