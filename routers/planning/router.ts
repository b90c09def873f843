import { router } from '../gate/procedure.ts'

export const planningRouter = router({})
