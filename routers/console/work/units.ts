import { z } from 'zod'
import { OrgUnit } from '../../../entities/work/org-unit.ts'
import { checkUnchanged } from '../../endpoints/conditional.ts'
import { reason, recorded, replacing } from '../../endpoints/operator-change.ts'
import { ById, lockOne } from '../../endpoints/resource.ts'
import { operatorChange, router } from '../../gate/procedure.ts'
import { boolean } from '../../schema/fields.ts'
import { output } from '../../schema/output.ts'

/** All that operators change of a unit. */
export const ManagementMark = z.object({ id: output.id(), is_management: z.boolean() })

export const unitsRouter = router({
  /** 400 for anything but a UNIT. */
  set_management: operatorChange
    .input(ById.extend({ is_management: boolean(), reason: reason() }))
    .output(ManagementMark)
    .mutation(({ ctx, input: { id, is_management, reason } }) =>
      recorded(ctx, [id], async (em, record) => {
        const unit = await lockOne(em, OrgUnit, id)
        await checkUnchanged(ctx, ManagementMark, () => unit)
        const details = replacing(unit, { is_management })
        unit.setManagement(is_management, ctx.services.clock())
        await record({ action: 'units.set_management', target: unit.code, details, reason })
        return { id, is_management }
      }),
    ),
})
