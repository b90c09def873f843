import { execute, postgresProcess } from '../../../bench/stores.ts'
import { everything, type Fault, repeatedly, writes } from './fault.ts'
import type { Scene } from './scene.ts'

const restore = ({ postgres }: Scene) => postgres.restore()

export const postgresFaults: Fault[] = [
  {
    name: 'PostgreSQL stopped',
    cause: ({ postgres }) => postgres.cut(),
    cure: restore,
    allowed: everything(503),
    isFelt: true,
    isUnready: true,
    losesCommits: true,
  },
  {
    name: 'PostgreSQL frozen',
    cause: ({ postgres }) => postgres.freeze(),
    cure: restore,
    allowed: everything(503),
    isFelt: true,
    isUnready: true,
    losesCommits: true,
  },
]
