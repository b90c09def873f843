import { router } from '../gate/procedure.ts'
import { changes } from './changes.ts'

export const integrationRouter = router({ changes })
