import { TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { nativeAnswer, toTRPCError } from '../../../routers/gate/errors.ts'
import { date } from '../../../routers/schema/fields.ts'
import { listedId, listedObject, listOf } from '../../../routers/schema/lists.ts'

const Item = z.object({ day: date(), ids: listOf(listedId(), 3).optional() })
const bodyOf = (most: number) => z.object({ items: listOf(listedObject(Item), most) })

const answerTo = (items: unknown, most = 4) => {
  const { error: cause } = bodyOf(most).safeParse({ items })
  const { status, body } = nativeAnswer(toTRPCError(new TRPCError({ code: 'BAD_REQUEST', cause })))
  return [status, body]
}

test('a list of objects is refused item by item, up to the last with a problem', () => {
  expect(answerTo([{ day: '2026-03-04' }, { day: 'soon' }, {}, { day: '2026-03-04' }])).toEqual([
    400,
    {
      items: [
        {},
        { day: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
        { day: ['This field is required.'] },
      ],
    },
  ])
})

test('an item that is not an object is refused as a whole', () => {
  expect(answerTo(['soon', null, [], {}])).toEqual([
    400,
    {
      items: [
        { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] },
        { non_field_errors: ['This field may not be null.'] },
        { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
        { day: ['This field is required.'] },
      ],
    },
  ])
})

test('an item of a list within an object is named by its number', () => {
  expect(answerTo([{ day: '2026-03-04', ids: ['1'] }])).toEqual([
    400,
    { items: [{ ids: ['Item 0: Must be a valid UUID.'] }] },
  ])
})

test('an empty list, a list that is too long and a value that is not a list are refused under the name of the field', () => {
  expect(answerTo([])).toEqual([400, { items: ['This list may not be empty.'] }])
  expect(answerTo([1, 2, 3, 4, 5])).toEqual([
    400,
    { items: ['Ensure this field has no more than 4 elements.'] },
  ])
  expect(answerTo({})).toEqual([400, { items: ['Expected a list of items but got type "dict".'] }])
})

test('a list of objects is refused up to the twentieth item with a problem', () => {
  const items = Array.from({ length: 500 }, (_, index) => (index % 2 ? {} : { day: '2026-03-04' }))
  const refused = { day: ['This field is required.'] }
  expect(answerTo(items, 500)).toEqual([400, { items: Array(20).fill([{}, refused]).flat() }])
})
