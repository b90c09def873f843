import { z } from 'zod'
import { tagCategories } from '../../src/people/tag.ts'
import { mostPairs } from '../../src/planning/qualifications/training.ts'
import { envelope, pageOf, pagingInput } from '../endpoints/page.ts'
import { endpoint } from '../endpoints/resource.ts'
import * as filters from '../schema/filters.ts'
import { named, output, shared } from '../schema/output.ts'
import { weeks } from './forecast.ts'
import { headroomFilter, planned } from './planned.ts'

const usualWeeks = 12
const usualPairs = 5

const person = {
  employee: shared.employee,
  employee_name: shared.employee_name,
}

const tag = {
  tag: output.id('The id of the tag in the catalogue.'),
  tag_name: output.text('The tag’s short name.'),
}

const reference_date = () =>
  filters.referenceDate('The day whose tags and pools count: from today, the default, to 182 days ahead.')

const Renewal = named('Renewal', 'An employee tag that ends, and the hours at stake.', {
  ...person,
  employee_tag: output.id('The id of the employee tag that ends.'),
  ...tag,
  tag_category: output.choice(tagCategories, 'The tag’s category.'),
  last_day: output.date('The last day of the employee tag.'),
  hours: output.decimal(
    'The secure hours a week that fall, on the positions that lose some, from the Monday after that day’s week, if everything else of the person is renewed.',
  ),
  open_hours: output.decimal('How many of them no plan makes up for.'),
  positions: output.objects('The positions that lose the hours, most hours first.', {
    position_id: shared.position_id,
    title: shared.title,
    org_unit_name: shared.org_unit_name,
    hours: output.decimal('The hours lost there.'),
  }),
  sentence: shared.sentence,
})

export const renewals = endpoint('GET /planning/v1/renewals/', 'plan', {
  summary: 'List the employee tags to renew, those with the most hours at stake first',
  description:
    'Paginated, by `hours`, then by `last_day`. Lists tags of people on duty that end in these weeks and that secure hours depend on: contracts, qualifications and certificates. Tags that are renewed already are left out. What stays open is found by planning that Monday again with `demand` SECURE: others take over what they can, and their own tags end as they do now.',
  throttle: 'planning',
})
  .input(
    pagingInput().extend({
      weeks: weeks(usualWeeks),
      org_unit_id: filters.unitAndBelow(),
      category: filters.choice(tagCategories, 'Shows only tags of this category.'),
      headroom_pct: headroomFilter(),
    }),
  )
  .output(pageOf(Renewal))
  .query(({ ctx, input }) => {
    const { weeks = usualWeeks, org_unit_id = null, category = null, headroom_pct } = input
    const wanted = { weeks, org_unit_id, category, headroom_pct }
    return envelope(ctx, input, (slice) => planned(ctx, 'renewals', { ...wanted, ...slice }))
  })

const Training = named('Training', 'Whom to train for what, so that the most hours close.', {
  computed_at: shared.computed_at,
  lacking_hours: output.decimal('The hours a week that positions lack.'),
  open_hours: output.decimal('The hours that stay open in every plan, without any training.'),
  pairs: output.objects(
    'The pairs of person and qualification, in the order of choice: each closes most on top of those before it.',
    {
      ...person,
      ...tag,
      closes_hours: output.decimal('How many fewer hours stay open with this pair than without it.'),
      closed_hours: output.decimal('The same for this pair and all before it together.'),
      open_hours: output.decimal('The hours that still stay open in every plan.'),
    },
  ),
  sentence: shared.sentence,
})

export const training = endpoint('GET /planning/v1/training/', 'plan', {
  summary: 'Show which qualifications, for which people, would close most hours',
  description:
    'Nothing is stored. People who lack one mandatory tag get it, one pair after the other, and the plan is made again each time, with new assignments of at least 4.00 hours. Only certifications count, unless qualifications are asked for. The hours are those of planning again; that no other pairs together close more is not proved.',
  throttle: 'planning',
})
  .input(
    z.object({
      pairs: filters.integer(
        1,
        mostPairs,
        `The most pairs to name: 1 to ${mostPairs}, ${usualPairs} by default.`,
      ),
      org_unit_id: filters.unitAndBelow(),
      reference_date: reference_date(),
      demand: filters.choice(
        ['BOOKED', 'SECURE'],
        'Which assigned hours count as covered: all booked ones (BOOKED, the default), or only secure ones (SECURE).',
      ),
      include_qualifications: filters.boolean(
        'Whether people may also be trained for tags of the category QUALIFICATION; false by default.',
      ),
      headroom_pct: headroomFilter(),
    }),
  )
  .output(Training)
  .query(async ({ ctx, input }) => {
    const { pairs = usualPairs, org_unit_id = null, reference_date = ctx.today, demand = 'BOOKED' } = input
    const { include_qualifications = false, headroom_pct } = input
    const wanted = { pairs, org_unit_id, reference_date, demand, include_qualifications, headroom_pct }
    return { computed_at: ctx.now.toISOString(), ...(await planned(ctx, 'training', wanted)) }
  })

const SinglePoint = named('SinglePoint', 'A person whose hours nobody could take over in full.', {
  org_unit_id: output.id('The id of the org unit where most of the person’s secure hours are.'),
  org_unit_name: output.text('The org unit’s name.'),
  org_unit_hours: output.decimal('The `hours` of all people of that unit added up, each leaving alone.'),
  ...person,
  works_hours: output.decimal('The secure hours a week that the person works.'),
  hours: output.decimal('How many of them nobody could take over if the person left.'),
  tags: output.texts(
    'The short names of the mandatory tags of the person’s position that the fewest others on duty could fill.',
  ),
  other_holders: output.count('How many other people on duty hold all these tags.'),
  could_train: output.objects(
    'Up to three people with hours left who lack one certification or qualification of these tags, the best first.',
    {
      employee: shared.employee,
      employee_name: shared.employee_name,
      ...tag,
      closes_hours: output.decimal('How many fewer hours would stay open without the person.'),
    },
  ),
  sentence: shared.sentence,
})

export const single_points = endpoint('GET /planning/v1/single-points/', 'plan', {
  summary: 'List the people whose hours nobody could take over, by org unit, the worst first',
  description:
    'Paginated, by the hours of the org unit, then by those of the person. For each person, a plan with `demand` SECURE is made again as if they had left, and compared with one that gives them no more hours.',
  throttle: 'planning',
})
  .input(
    pagingInput().extend({
      org_unit_id: filters.unitAndBelow(),
      reference_date: reference_date(),
      headroom_pct: headroomFilter(),
    }),
  )
  .output(pageOf(SinglePoint))
  .query(({ ctx, input }) => {
    const { org_unit_id = null, reference_date = ctx.today, headroom_pct } = input
    const wanted = { org_unit_id, reference_date, headroom_pct }
    return envelope(ctx, input, (slice) => planned(ctx, 'single_points', { ...wanted, ...slice }))
  })
