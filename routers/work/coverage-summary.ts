import { z } from 'zod'
import { readUnitCoverage } from '../../entities/work/coverage.ts'
import { coverageSummary } from '../../src/work/coverage.ts'
import { unitTypes } from '../../src/work/org-unit.ts'
import { endpoint } from '../endpoints/resource.ts'
import { output } from '../schema/fields.ts'

const CoverageSummary = z
  .object({
    global: z.object({
      total_positions: output.count(),
      covered_positions: output.count(),
      partial_positions: output.count(),
      vacant_positions: output.count(),
      over_covered_positions: output.count(),
      total_required_hours: output.decimal(),
      total_assigned_hours: output.decimal(),
      coverage_pct: output.decimal(),
    }),
    by_unit: z.array(
      z.object({
        org_unit_id: output.id(),
        org_unit_name: z.string(),
        org_unit_type: z.enum(unitTypes),
        parent_id: output.id().nullable(),
        position_count: output.count(),
        covered: output.count(),
        partial: output.count(),
        vacant: output.count(),
        over_covered: output.count(),
        required_hours: output.decimal(),
        assigned_hours: output.decimal(),
        coverage_pct: output.decimal(),
        employee_breakdown: z.object({
          active: output.count(),
          on_leave: output.count(),
          other: output.count(),
        }),
      }),
    ),
  })
  .meta({ id: 'CoverageSummary' })

export const coverage_summary = endpoint('GET /api/v1/demand/coverage-summary/', 'read_catalogue', {
  summary: 'Summarise the coverage of all active positions',
  description: 'Not paginated. Inactive positions are left out.',
})
  .output(CoverageSummary)
  .query(async ({ ctx }) => coverageSummary(await readUnitCoverage(ctx.em)))
