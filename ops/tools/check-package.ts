import { readFile } from 'node:fs/promises'
import { type CheckResult, checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems, problemKindInfo } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

// `node ops/tools/check-package.ts <tarball>` prints what is wrong with a packed package, and nothing if all is well.

/** What publint and Are The Types Wrong find against a packed tarball, a line for each finding. */
async function checkTarball(path: string): Promise<string[]> {
  const bytes = new Uint8Array(await readFile(path))
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: bytes.buffer } })
  const types = await checkPackage(createPackageFromTarballData(bytes))
  return [
    ...messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code),
    ...problemsOf(types),
  ]
}

/**
 * All modules are ES modules, which every supported Node also gives to `require`. So findings that concern CommonJS
 * alone, or resolution from before `exports`, do not count.
 */
function problemsOf(types: CheckResult): string[] {
  if (!types.types) return ['The package has no types.']
  const problems = (['node16-esm', 'bundler'] as const).flatMap((resolutionKind) =>
    filterProblems(types, { resolutionKind }),
  )
  return [...new Set(problems)].map(
    (problem) => `${problemKindInfo[problem.kind].title}: ${JSON.stringify(problem)}`,
  )
}

for (const problem of await checkTarball(process.argv[2] ?? '')) console.log(problem)
