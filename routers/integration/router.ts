import { router } from '../gate/procedure.ts'
import { changes } from './changes.ts'
import { imports } from './imports.ts'

export const integrationRouter = router({ changes, ...imports })
