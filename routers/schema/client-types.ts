import { z } from 'zod'

/** What the typed client calls a text that its schema alone cannot tell from any other. */
export const clientTypes = z.registry<{ name: 'DecimalText' } | { name: 'Ordering'; of: string[] }>()
