import { router } from '../gate/procedure.ts'
import { candidates } from './candidates.ts'
import { openings } from './openings.ts'

export const planningRouter = router({ candidates, openings })
