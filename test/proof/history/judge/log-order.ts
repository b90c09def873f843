import type { Applied } from '../commits/replay.ts'
import { timeOf } from './invariants.ts'
import type { Report } from './violations.ts'

type Entry = { id: number; at: number; index: number; said: string }

/** Collects the entries of the logs and checks that each subject's, read by `created_at`, are in the order of commits. */
export class LogOrder {
  private readonly subjects = new Map<string, Entry[]>()

  /** Adds the entries of one commit. */
  add(applied: Applied[], index: number) {
    for (const { table, after } of applied) {
      const subject = subjectOf(table, applied, after ?? {})
      if (!subject || !after) continue
      const entries = this.subjects.get(subject) ?? []
      this.subjects.set(subject, entries)
      const said = after.transition ?? after.action ?? ''
      entries.push({ id: Number(after.id), at: timeOf(after.created_at ?? ''), index, said })
    }
  }

  /** One violation for each subject. */
  report(found: Report) {
    for (const [subject, entries] of this.subjects) {
      const read = [...entries].sort((one, other) => one.at - other.at || one.id - other.id)
      const wrong = read.findIndex(({ index }, place) => index < (read[place - 1]?.index ?? 0))
      const [earlier, later] = [read[wrong - 1], read[wrong]]
      if (wrong < 0 || !earlier || !later) continue
      const late = `${later.said} of commit ${later.index} comes after ${earlier.said} of commit ${earlier.index}`
      found('log order', `${subject}: ${late}, by ${later.at - earlier.at} ms`)
    }
  }
}

/** What the entry is about. An entry of the tag change log does not name the employee tag; the changed row does. */
function subjectOf(
  table: string,
  applied: Applied[],
  entry: Record<string, string | null>,
): string | undefined {
  if (table === 'change_log') return `change_log of ${entry.subject} ${entry.subject_id}`
  if (table === 'transition_log')
    return entry.assignment_id
      ? `transition_log of assignment ${entry.assignment_id}`
      : `transition_log of employee ${entry.employee_id}`
  if (table !== 'tag_change_log') return undefined
  const instances = applied.filter((one) => one.table === 'employee_tags')
  return instances.length === 1 ? `tag_change_log of employee tag ${instances[0]?.after?.id}` : undefined
}
