import type { Written } from './writes.ts'

/** What is wrong with the writes, given the id of each row that was stored and its mark. */
export function judgeWrites(
  written: readonly Written[],
  stored: readonly { mark: string; id: string }[],
): string[] {
  const byMark = Map.groupBy(stored, ({ mark }) => mark)
  return written.flatMap(({ mark, answer: { status, text }, again }) => {
    const rows = byMark.get(mark) ?? []
    const [row] = rows
    if (status >= 300 || !status) return [`${mark} was answered ${status} ${text}.`]
    if (!row || rows.length > 1) return [`${mark} was answered ${status} and stored ${rows.length} times.`]
    if (!text.includes(row.id)) return [`The answer to ${mark} does not show what is stored: ${text}`]
    if (again.status !== status || again.text !== text)
      return [`${mark} was answered ${status} ${text}, then ${again.status} ${again.text}.`]
    return again.headers.get('idempotent-replayed') === 'true'
      ? []
      : [`The second answer to ${mark} does not say that it is a replay.`]
  })
}
