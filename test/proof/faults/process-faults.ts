import { childrenOf } from '../../../bench/service/processes.ts'
import type { Fault } from './fault.ts'
import type { Scene } from './scene.ts'

const [service, cluster] = [0, 1] as const
const processOf = ({ pair }: Scene, instance: 0 | 1) => pair.instances[instance].pid
const kill = (pid: number | undefined) => {
  // Killing 0 would kill this process and all that it has started.
  if (!pid) throw new Error('There is no process to kill.')
  process.kill(pid, 'SIGKILL')
}

export const processFaults: Fault[] = [
  {
    name: 'service killed',
    cause: (scene) => kill(processOf(scene, service)),
    cure: (scene) => scene.restart(service),
    allowed: {},
    cuts: service,
  },
  {
    name: 'leader killed',
    cause: (scene) => kill(processOf(scene, cluster)),
    cure: (scene) => scene.restart(cluster),
    allowed: {},
    cuts: cluster,
  },
  {
    name: 'worker killed',
    cause: (scene) => kill(childrenOf(processOf(scene, cluster))[0]),
    // Its leader starts another.
    cure: () => {},
    allowed: {},
    cuts: cluster,
  },
]
