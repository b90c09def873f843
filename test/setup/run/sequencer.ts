import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { mayOpenBrowser } from './pages.ts'

/**
 * Files that may open a browser come early: else one worker would end up with the last of them, and browsers stay
 * open. One other file for each worker comes first, while Chromium is fetched.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { pages = [], others = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      mayOpenBrowser(moduleId) ? 'pages' : 'others',
    )
    const { maxWorkers } = this.ctx.config
    return [...others.slice(0, maxWorkers), ...pages, ...others.slice(maxWorkers)]
  }
}
