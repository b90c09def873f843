import { DefaultReporter, type TestCase } from 'vitest/node'

/** Vitest's own report, then the command that repeats each failed test alone, and the numbers. */
export class Reporter extends DefaultReporter {
  override onTestRunEnd(...[modules, errors, reason]: Parameters<DefaultReporter['onTestRunEnd']>) {
    super.onTestRunEnd(modules, errors, reason)
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((one) => one.result().state === state)
    for (const test of inState('failed')) this.log(`Repeat it: ${commandOf(test)}`)
    const notLoaded = modules.filter((module) => module.errors().length > 0).length
    this.log(`${inState('passed').length} passed, ${inState('failed').length + notLoaded} failed`)
  }
}

function commandOf({ module, fullName }: TestCase): string {
  const variables = ['RING', 'SEED'].filter((name) => process.env[name])
  const set = variables.map((name) => `${name}=${process.env[name]} `).join('')
  const name = fullName
    .replaceAll(' > ', ' ')
    .replace(/[.*+?^${}()|[\]\\]/g, '.')
    .replaceAll("'", '.')
  return `${set}npx vitest run ${module.relativeModuleId} -t '${name}'`
}
