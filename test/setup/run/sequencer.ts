import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Pages take longest, so their files come first: else a single worker would be left with the last of them. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { pages = [], others = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      moduleId.includes('/test/console/') ? 'pages' : 'others',
    )
    return [...pages, ...others]
  }
}
