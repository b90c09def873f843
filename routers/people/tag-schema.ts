import { mixesLookAlikes, tagCategories } from '../../src/people/tag.ts'
import { boolean, choice, decimal, longText, requiredText } from '../schema/fields.ts'
import { bodyOf, named, output, shared } from '../schema/output.ts'

export const TagDetail = named(
  'Tag',
  'An entry of the catalogue of contracts, qualifications, certifications and exceptions.',
  {
    id: shared.id,
    name: output.text('A short name, as for a badge: unique, 5 to 15 characters.'),
    display_name: output.text('A name in full, at most 200 characters.'),
    category: shared.tag_category,
    hours_delta: output.decimal(
      'The hours that the tag adds to its holder’s weekly pool, or subtracts if negative; a tag with 0.00 only qualifies its holder. From -9999.99 to 9999.99, 0.00 unless given at creation.',
    ),
    description: output.text('What the tag stands for, at most 2000 characters; blank unless given.'),
    is_active: output.boolean(
      'Whether the tag can be given to employees and required for positions. Existing holders and positions keep it. True unless given at creation.',
    ),
    created_at: shared.created_at,
    updated_at: shared.updated_at,
  },
)

export const TagWritable = bodyOf(TagDetail.shape, {
  name: requiredText(15, 5).refine(
    (name) => !mixesLookAlikes(name),
    'The letters of different scripts look alike.',
  ),
  display_name: requiredText(200),
  category: choice(tagCategories),
  hours_delta: decimal({ digits: 6 }).optional(),
  description: longText(2000).optional(),
  is_active: boolean().optional(),
})
