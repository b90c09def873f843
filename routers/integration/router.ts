import { router } from '../gate/procedure.ts'
import { changes } from './changes.ts'
import { lookUps } from './look-ups.ts'

export const integrationRouter = router({ changes, ...lookUps })
