import { z } from 'zod'
import { endpoint } from '../endpoints/resource.ts'
import { checkRights } from '../gate/caller.ts'
import { router } from '../gate/procedure.ts'
import type { Download } from '../ports/bulk.ts'

/** Over REST only, because it is no JSON. */
export const exportsRouter = router({
  export: endpoint('GET /integration/v1/exports/', 'act_as_admin', {
    summary: 'Download the clinic as CSV files',
    description:
      'A zip of the files that `coverage export` writes and imports take, all from one moment. One export at a time is made; the others wait.',
    isDownload: true,
  })
    .output(z.custom<Download>().meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx }): Download => {
      const { services, caller } = ctx
      return (answer) => {
        services.securityLog.record('personal_data_export', ctx, { target: 'integration.export' })
        return services.exportClinic(answer, () => checkRights(services.orm.em, caller))
      }
    }),
})
