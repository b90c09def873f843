import type { inferRouterInputs } from '@trpc/server'
import type { ConsoleRouter } from '../../../../../routers/console/router.ts'
import { language } from '../../language/language.ts'
import { type Answers, api } from '../../live/api.ts'
import { sometimes } from '../planning/planning-parts.tsx'

export type Board = Answers['operator']['board']
export type Row = Board['rows'][number]
export type BoardWeek = Board['weeks'][number]
type Input = inferRouterInputs<ConsoleRouter>['operator']['board']

/** How many weeks the board shows. */
const weeks = 8

/** The question for the board of these units, or of the whole clinic. */
export const boardOf = (input: Pick<Input, 'by' | 'org_unit_ids'>) => ({
  // Its sentences are in a language.
  name: `board ${language()}`,
  of: api.operator.board,
  input: { weeks, ...input },
  every: sometimes,
})

/** A cell of the board: a unit or one of its positions, in a week. */
export type Place = { unit: string; position: string; week: string }

export const placeOf = (row: Row, { week }: BoardWeek): Place => ({
  unit: row.org_unit_id,
  position: row.position_id ?? '',
  week,
})

/** The address of the board with the cell open. */
export const linkTo = (place: Place) => {
  const { unit, ...rest } = place
  return `/board?${new URLSearchParams(Object.entries({ open: unit, ...rest }).filter(([, value]) => value))}`
}
