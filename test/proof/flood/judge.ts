import type { Door } from './doors.ts'

/** Memory after a flood, as a share of the memory before. */
export const mostGrowth = 1.2
const fewestTries = 40

/** What is wrong with the doors, or with the memory in MB after each flood. */
export function judgeFloods(doors: readonly Door[], before: number, after: readonly number[]): string[] {
  return [
    ...doors
      .filter(({ opened, tries }) => opened || tries < fewestTries)
      .map(({ name, opened, tries }) => `${name}: ${opened} of ${tries} let in.`),
    ...after
      .filter((memory) => memory > before * mostGrowth)
      .map((memory) => `${Math.round(memory)} MB of memory after a flood, ${Math.round(before)} MB before.`),
  ]
}
