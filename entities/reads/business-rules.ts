import { sql } from 'kysely'
import type { View } from '../page.ts'

export const businessRule: View = {
  table: 'business_rules',
  columns: sql`page.id, page.code, page.name, page.severity, page.threshold, page.enabled, page.description,
    page.created_at, page.updated_at`,
}
