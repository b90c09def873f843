import { expect, test } from 'vitest'
import { serviceForFile } from '../../setup/fixture.ts'

const { admin } = await serviceForFile()

const path = '/integration/v1/changes/'

test('the feed shows the creation, the change and the deletion of an object as the contract shows it', async () => {
  const { cursor } = (await admin.get(path)).body
  const fields = { name: 'Feed-Tag', display_name: 'Told', category: 'CONTRACT', hours_delta: '40' }
  const { body: tag } = await admin.post('/api/v1/tags/', fields)
  await admin.patch(`/api/v1/tags/${tag.id}/`, { hours_delta: '38.5' })
  await admin.delete(`/api/v1/tags/${tag.id}/`)
  const { status, body } = await admin.get(`${path}?after=${cursor}`)
  const { created_at: _, updated_at, ...shown } = tag
  const told = { cursor: expect.any(String), subject: 'tags', id: tag.id, actor: admin.user.id, via: 'rest' }
  expect([status, body]).toEqual([
    200,
    {
      changes: [
        { ...told, action: 'CREATE', before: null, after: tag, changed_at: tag.created_at },
        {
          ...told,
          action: 'UPDATE',
          before: { hours_delta: '40.00' },
          after: { hours_delta: '38.50' },
          changed_at: expect.any(String),
        },
        {
          ...told,
          action: 'DELETE',
          before: { ...tag, hours_delta: '38.50', updated_at: expect.any(String) },
          after: null,
          changed_at: expect.any(String),
        },
      ],
      cursor: expect.any(String),
      has_more: false,
    },
  ])
  expect([shown.name, updated_at]).toEqual(['Feed-Tag', tag.created_at])
  const { body: rest } = await admin.get(`${path}?after=${body.changes[0].cursor}`)
  expect(rest.changes).toEqual(body.changes.slice(1))
  expect((await admin.get(`${path}?after=${body.cursor}`)).body).toEqual({
    changes: [],
    cursor: body.cursor,
    has_more: false,
  })
})
