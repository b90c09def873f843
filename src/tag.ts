import { invalid } from './errors.ts'

export const tagCategories = ['CONTRACT', 'QUALIFICATION', 'EXCEPTION', 'CERTIFICATION'] as const
export type TagCategory = (typeof tagCategories)[number]

/** 400 `tag` for an inactive tag: it cannot be given to employees or positions. */
export function checkAssignable(tag: { is_active: boolean } | undefined) {
  if (!tag?.is_active) throw invalid('tag', 'The tag is not active.')
}
