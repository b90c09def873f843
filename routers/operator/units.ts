import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { OrgUnit } from '../../entities/org-unit.ts'
import { invalid, notFound } from '../../src/errors.ts'
import { operatorChange, router } from '../gate/procedure.ts'
import { boolean, pathId, view } from '../schema/fields.ts'
import { reason, recorded } from './change.ts'

export const unitsRouter = router({
  /** Only a UNIT can be marked as management (contract, Org unit). */
  set_management: operatorChange
    .input(z.object({ id: pathId(), is_management: boolean(), reason: reason() }))
    .output(z.object({ id: view.id(), is_management: z.boolean() }))
    .mutation(({ ctx, input: { id, is_management, reason } }) =>
      recorded(ctx, async (em, record) => {
        const unit = await em.findOne(OrgUnit, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (!unit) throw notFound()
        if (unit.unit_type !== 'UNIT') throw invalid('is_management', 'Only a UNIT can be management.')
        Object.assign(unit, { is_management, updated_at: ctx.now })
        const details = { is_management }
        await record({ action: 'units.set_management', target: unit.code, details, reason })
        return { id, is_management }
      }),
    ),
})
