import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { mayOpenBrowser } from './pages.ts'

/** Files that may open a browser come first: else one worker would end up with the last of them, and browsers stay open. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { pages = [], others = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      mayOpenBrowser(moduleId) ? 'pages' : 'others',
    )
    return [...pages, ...others]
  }
}
