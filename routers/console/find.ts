import { z } from 'zod'
import { userList } from '../../entities/accounts/users.ts'
import { wordsOf } from '../../entities/lists/orderings.ts'
import { type List, readFirst } from '../../entities/lists/page.ts'
import { employeesFound } from '../../entities/people/employees.ts'
import { heldTagsFound } from '../../entities/people/tags.ts'
import { orgUnitsFound } from '../../entities/work/org-units.ts'
import { positionsFound } from '../../entities/work/positions.ts'
import { isPermitted } from '../../src/accounts/permissions.ts'
import { folded } from '../../src/text-order.ts'
import { operatorQuery } from '../gate/procedure.ts'
import type { OperatorContext } from '../ports/context.ts'
import { anyText } from '../schema/fields.ts'
import { output } from '../schema/output.ts'

/** The maximum number of results of each kind. */
const limit = 5

/** How many people are ranked. */
const ranked = 50

const Found = z.object({
  people: z.array(z.object({ id: output.id(), name: z.string(), employee_number: z.string() })),
  positions: z.array(z.object({ id: output.id(), title: z.string(), org_unit_name: z.string() })),
  units: z.array(z.object({ id: output.id(), name: z.string(), code: z.string() })),
  /** None for those who may not see everyone. */
  users: z.array(z.object({ id: output.id(), name: z.string(), email: z.string() })),
  /** The tags that people hold; none unless asked for. */
  held: z.array(
    z.object({
      id: output.id(),
      employee: output.id(),
      employee_name: z.string(),
      tag: z.string(),
      end_date: output.date().nullable(),
    }),
  ),
})

/** Finds the first people, positions, units and users by their words in any order, each kind in one statement. */
export const find = operatorQuery
  .input(
    z.object({
      search: anyText(300).normalize(),
      held: z.boolean().default(false),
      /** Whether the words may all be those of a position's unit. */
      by_unit: z.boolean().default(false),
    }),
  )
  .output(Found)
  .query(async ({ ctx, input: { search, held: isHeldWanted, by_unit } }) => {
    const [people, positions, units, users, held] = await Promise.all([
      readFirst(ctx.em, employeesFound(search, ctx.own), ranked),
      first(ctx, positionsFound(search, by_unit)),
      first(ctx, orgUnitsFound(search)),
      isPermitted(ctx.caller, 'oversee') ? first(ctx, userList({ search })) : [],
      isHeldWanted ? first(ctx, heldTagsFound(search, ctx.own)) : [],
    ])
    return {
      people: people
        .map(({ id, first_name, last_name, employee_number }) => ({
          id,
          name: `${last_name}, ${first_name}`,
          employee_number,
        }))
        .sort((a, b) => Number(begins(b, search)) - Number(begins(a, search)))
        .slice(0, limit),
      positions,
      units,
      users: users.map(({ id, given_name, family_name, email }) => ({
        id,
        name: `${given_name} ${family_name}`.trim() || email,
        email,
      })),
      held,
    }
  })

/** Whether every word of the search begins a word of the name or number, which is what people type first. */
function begins({ name, employee_number }: { name: string; employee_number: string }, search: string) {
  const words = folded(`${name} ${employee_number}`).split(/[\s,]+/)
  return wordsOf(folded(search)).every((typed) => words.some((word) => word.startsWith(typed)))
}

const first = <Row>({ em }: OperatorContext, list: List<Row>) => readFirst(em, list, limit)
