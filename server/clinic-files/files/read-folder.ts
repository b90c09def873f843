import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileBytes, fileKinds, fileOf, problemOfNames } from '../../../src/clinic-files.ts'
import { ImportRefused } from './problems.ts'

/** The clinic's files in a folder, which may also hold what is not CSV. Throws ImportRefused if they cannot be read. */
export async function readFolder(folder: string): Promise<FileBytes> {
  const names = await readdir(folder).catch(() => refuse(folder, 'There is no such folder.'))
  const problem = problemOfNames(names.filter((name) => name.endsWith('.csv')))
  if (problem) refuse(folder, problem)
  const files: FileBytes = {}
  for (const kind of fileKinds)
    if (names.includes(fileOf(kind)))
      files[kind] = await readFile(join(folder, fileOf(kind))).catch(({ code }: NodeJS.ErrnoException) =>
        refuse(fileOf(kind), `The file cannot be read: ${code}.`),
      )
  return files
}

function refuse(file: string, message: string): never {
  throw new ImportRefused([{ file, line: null, column: null, message }])
}
