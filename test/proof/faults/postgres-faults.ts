import { setTimeout as sleep } from 'node:timers/promises'
import { postgresProcess } from '../../../bench/service/stores.ts'
import { execute } from '../../setup/stores/execute.ts'
import { everything, type Fault, repeatedly, writes } from './fault.ts'
import type { Scene } from './scene.ts'

const restore = ({ postgres }: Scene) => postgres.restore()
const nameOf = ({ ownerUrl }: Scene) => new URL(ownerUrl).pathname.slice(1)

/** Changes a setting of the server while it runs. */
const set = async ({ ownerUrl }: Scene, change: string) => {
  await execute(ownerUrl, `alter system ${change}`)
  await execute(ownerUrl, 'select pg_reload_conf()')
}

/** Tables whose writes the full disk refuses. */
const tables = ['assignments', 'positions']
const refuseWrites = `create function public.refuse() returns trigger language plpgsql as
  $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`

const away = { allowed: everything(503), isFelt: true, isUnready: true, losesCommits: true } as const
const slowness = 100

export const postgresFaults: Fault[] = [
  { name: 'PostgreSQL stopped', cause: ({ postgres }) => postgres.cut(), cure: restore, ...away },
  { name: 'PostgreSQL frozen', cause: ({ postgres }) => postgres.freeze(), cure: restore, ...away },
  {
    name: 'embedded postmaster killed',
    cause: async ({ ownerUrl }) => process.kill(await postgresProcess(ownerUrl), 'SIGKILL'),
    // Its keeper starts it again.
    cure: () => {},
    allowed: everything(503),
    isFelt: true,
    losesCommits: true,
  },
  {
    name: 'PostgreSQL read-only',
    cause: (scene) => set(scene, 'set default_transaction_read_only = on'),
    cure: (scene) => set(scene, 'reset default_transaction_read_only'),
    allowed: writes(503),
    isFelt: true,
    isUnready: true,
  },
  {
    name: 'PostgreSQL full',
    async cause({ ownerUrl }) {
      await execute(ownerUrl, refuseWrites)
      for (const table of tables)
        await execute(
          ownerUrl,
          `create trigger refused before insert or update on ${table} execute function public.refuse()`,
        )
    },
    cure: ({ ownerUrl }) => execute(ownerUrl, 'drop function public.refuse() cascade'),
    allowed: writes(503),
    isFelt: true,
    isUnready: true,
  },
  {
    name: 'PostgreSQL out of connections',
    async cause(scene) {
      await execute(scene.ownerUrl, `alter role ${nameOf(scene)} connection limit 0`)
      await execute(
        scene.ownerUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${nameOf(scene)}'`,
      )
    },
    cure: (scene) => execute(scene.ownerUrl, `alter role ${nameOf(scene)} connection limit -1`),
    ...away,
  },
  {
    name: 'PostgreSQL slow',
    cause: ({ postgres }) => postgres.slow(slowness),
    cure: restore,
    allowed: everything(503),
    losesCommits: true,
  },
  {
    name: 'PostgreSQL reset',
    cause: ({ postgres }) => repeatedly(150, postgres.reset),
    cure: () => {},
    allowed: everything(503),
    isFelt: true,
    losesCommits: true,
  },
  {
    name: 'PostgreSQL failed over',
    async cause(scene) {
      await keepInStep(scene)
      scene.postgres.leadTo(scene.cluster.replica.ownerUrl)
      scene.postgres.reset()
    },
    cure: ({ cluster }) => execute(cluster.replica.ownerUrl, 'select pg_promote()'),
    ...away,
  },
]

/** From now on a commit is answered once the standby has it. */
async function keepInStep(scene: Scene) {
  await set(scene, `set synchronous_standby_names = '*'`)
  const inStep = `select from pg_stat_replication where sync_state = 'sync'`
  while (!(await execute(scene.ownerUrl, inStep)).length) await sleep(20)
}
