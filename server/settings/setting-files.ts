import { readFileSync } from 'node:fs'

export type Variables = Record<string, string | undefined>

/**
 * The variables that are not blank, and what `NAME_FILE` names a file for, as the images of PostgreSQL do. Also what is
 * wrong with those files: never with their content, and not with their path, which may be a secret by mistake.
 */
export function withFiles(env: Variables, names: readonly string[]) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const problems: string[] = []
  for (const name of names) {
    const path = given[`${name}_FILE`]
    if (path && given[name]) problems.push(`${name} and ${name}_FILE exclude each other`)
    else if (path)
      try {
        const text = readFileSync(path, 'utf8').trimEnd()
        if (text) given[name] = text
      } catch (error) {
        problems.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`)
      }
  }
  return { given, problems }
}
