import pg from 'pg'
import { connect } from '../../../entities/orm.ts'
import { call, type Reply, type Surface } from '../calls/operations.ts'
import type { Pair } from '../run/pair.ts'
import type { Clinic } from './clinic.ts'
import { storeClinic } from './small-clinic.ts'

/** Users of each role, `root` with the superuser's flag, and `self`, who is one of the employees. */
export const actors = ['root', 'admin', 'manager', 'supervisor', 'viewer', 'self'] as const
export type Actor = (typeof actors)[number]

export type Asked = { actor: Actor; surface: Surface; instance: number }

/** Two instances with signed-in users of every role; clinics are stored in their database without calling them. */
export type World = Awaited<ReturnType<typeof openWorld>>

const selfEmail = 'self@clinic.example'

const accounts: Record<Actor, Parameters<Pair['signIn']>> = {
  root: ['VIEWER', { is_superuser: true }],
  admin: ['ADMIN'],
  manager: ['MANAGER'],
  supervisor: ['SUPERVISOR'],
  viewer: ['VIEWER'],
  self: ['EMPLOYEE', { email: selfEmail }],
}

export async function openWorld(pair: Pair) {
  const urls = pair.instances.map(({ url }) => url)
  const database = new pg.Pool({ connectionString: pair.ownerUrl, max: 8 })
  const orm = connect(pair.databaseUrl, { max: 2 })
  const users = {} as Record<Actor, { id: string; headers: Record<string, string> }>
  const counts = { performed: 0, refused: 0, repeated: 0 }
  const ask = async (how: Asked, name: string, input: Record<string, unknown> = {}): Promise<Reply> => {
    const { headers } = users[how.actor]
    const url = urls[how.instance % urls.length] ?? ''
    const reply = await call({ url, headers, surface: how.surface, name, input })
    counts.repeated += reply.repeated
    return reply
  }
  for (const actor of actors) {
    users[actor] = { id: '', headers: await pair.signIn(...accounts[actor]) }
    const me = await ask({ actor, surface: 'rest', instance: 0 }, 'auth_me')
    users[actor].id = me.body.sub
  }
  const [department] = (
    await database.query(
      `with clinic as (insert into org_units (id, unit_type, code, name, created_at, updated_at)
          values (gen_random_uuid(), 'CLINIC', 'C', 'Clinic', now(), now()) returning id)
        insert into org_units (id, parent_id, unit_type, code, name, created_at, updated_at)
          select gen_random_uuid(), id, 'DEPARTMENT', 'D', 'Department', now(), now() from clinic returning id`,
    )
  ).rows as { id: string }[]
  const close = async () => {
    await orm.close()
    await database.end()
  }
  return {
    database,
    orm,
    ask,
    /** Counts of the calls that the model planned, and of answers from a service that was too busy. */
    counts,
    idOf: (actor: Actor) => users[actor].id,
    newClinic: () => storeClinic(database, { department: department?.id ?? '', selfEmail }),
    forget: (clinic: Clinic) => forget(database, clinic),
    close,
  }
}

/** Takes the clinic out of the coverage summary, which would otherwise grow with every run. */
async function forget(database: pg.Pool, { units, positions }: Clinic) {
  const idsOf = (rows: { id: string }[]) => [rows.map(({ id }) => id)]
  const ids = idsOf(positions)
  await database.query("update assignments set status = 'ENDED' where position_id = any($1::uuid[])", ids)
  await database.query('update positions set is_active = false where id = any($1::uuid[])', ids)
  // No employee is counted there any more.
  await database.query('delete from totals.counts where counted = any($1::text[])', idsOf(units))
}
