import { invalid } from '../errors.ts'

export const tagCategories = ['CONTRACT', 'QUALIFICATION', 'EXCEPTION', 'CERTIFICATION'] as const
export type TagCategory = (typeof tagCategories)[number]

/** 400 for an inactive tag: it cannot be given to employees or positions. */
export function checkAssignable(tag: { is_active: boolean } | undefined, field = 'tag') {
  if (!tag?.is_active) throw invalid(field, 'The tag is not active.')
}
