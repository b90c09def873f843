import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that open pages come first: else one worker would be left with the last of them, and browsers would run beside all. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { pages = [], others = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      /\/test\/(console|client)\//.test(moduleId) ? 'pages' : 'others',
    )
    return [...pages, ...others]
  }
}
