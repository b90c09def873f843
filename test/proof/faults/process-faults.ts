import { childrenOf } from '../../../bench/processes.ts'
import { everything, type Fault } from './fault.ts'
import type { Scene } from './scene.ts'

const [service, cluster] = [0, 1]
const kill = ({ pair }: Scene, instance: number) =>
  process.kill(pair.instances[instance]?.pid ?? 0, 'SIGKILL')
const cut = { allowed: everything(0) }

export const processFaults: Fault[] = [
  {
    name: 'service killed',
    cause: (scene) => kill(scene, service),
    cure: (scene) => scene.restart(service),
    ...cut,
  },
  {
    name: 'leader killed',
    cause: (scene) => kill(scene, cluster),
    cure: (scene) => scene.restart(cluster),
    ...cut,
  },
  {
    name: 'worker killed',
    cause({ pair }) {
      const [worker = 0] = childrenOf(pair.instances[cluster]?.pid ?? 0)
      process.kill(worker, 'SIGKILL')
    },
    // Its leader starts another.
    cure: () => {},
    ...cut,
  },
]
