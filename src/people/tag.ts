import { invalid } from '../errors.ts'

export const tagCategories = ['CONTRACT', 'QUALIFICATION', 'EXCEPTION', 'CERTIFICATION'] as const
export type TagCategory = (typeof tagCategories)[number]

const lookAlikes = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/** Whether the name could pass for that of another tag, because scripts that look alike are mixed in it (D55). */
export const mixesLookAlikes = (name: string): boolean =>
  lookAlikes.filter((letters) => letters.test(name)).length > 1

/** 400 for an inactive tag: it cannot be given to employees or positions. */
export function checkAssignable(tag: { is_active: boolean } | undefined, field = 'tag') {
  if (!tag?.is_active) throw invalid(field, 'The tag is not active.')
}
