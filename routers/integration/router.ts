import { router } from '../gate/procedure.ts'
import { changes } from './changes.ts'
import { imports } from './imports.ts'
import { lookUps } from './look-ups.ts'

export const integrationRouter = router({ changes, ...imports, ...lookUps })
