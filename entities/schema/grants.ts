import { sql } from 'kysely'
import { type Em, readRows, readSingleRow } from '../connection/em.ts'
import { eachHost } from '../connection/hosts.ts'

/** Tables to which the service only adds rows. */
const logs = ['transition_log', 'tag_change_log', 'operator_log', 'security_log', 'application_log']

/**
 * Gives the working role only the rights that the service needs (D49). It owns no table, so it can neither alter tables
 * nor disable their triggers. Creates the role if the server has none of that name.
 */
export async function grantTo(workingUrl: string, em: Em): Promise<void> {
  const { username, password } = new URL(eachHost(workingUrl)[0] ?? '')
  const role = decodeURIComponent(username)
  type Known = { is_owner: boolean; exists: boolean; may_create: boolean }
  const { is_owner, exists, may_create } = await readSingleRow<Known>(em)`
    select current_user = ${role} as is_owner, rolsuper or rolcreaterole as may_create,
      exists (select from pg_roles where rolname = ${role}) as exists
    from pg_roles where rolname = current_user`
  if (is_owner || !role) return
  if (!exists && !may_create)
    throw new Error(`There is no role ${role}, and the owner of the tables may not create it`)
  if (!exists) await createRole(role, decodeURIComponent(password), em)

  const worker = sql.id(role)
  const named = (names: string[]) => sql.join(names.map((name) => sql.id(name)))
  const tables = named(await ownTables(em))
  const writable = named(await writableColumns(em))
  const statements = [
    sql`revoke create on schema public from public`,
    sql`grant usage on schema public to ${worker}`,
    sql`revoke all on ${tables} from ${worker}`,
    sql`grant select, insert, update, delete on ${tables} to ${worker}`,
    sql`revoke update, delete on ${named(logs)} from ${worker}`,
    // Only triggers write the change log, with the rights of the owner.
    sql`revoke insert, update, delete on mikro_orm_migrations, change_log from ${worker}`,
    sql`revoke insert, update on positions from ${worker}`,
    sql`grant insert (${writable}), update (${writable}) on positions to ${worker}`,
    sql`revoke all on all tables in schema partitions from ${worker}`,
    sql`grant usage on schema trail, totals to ${worker}`,
    sql`grant select on all tables in schema trail, totals to ${worker}`,
    // The role could use them as triggers of a temporary table, and so run code of its own, such as a cast, as the
    // owner.
    sql`revoke execute on all functions in schema trail, totals from public`,
    // They seal what is there, make the next months, and change no count, whoever calls them.
    sql`grant execute on function trail.seal, trail.add_months, totals.fold to ${worker}`,
  ]
  for (const statement of statements) await statement.execute(em.getKysely())
}

/** The tables that the connection's role owns; those of an extension may have another owner. */
async function ownTables(em: Em): Promise<string[]> {
  const rows = await readRows<{ name: string }>(em)`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and pg_has_role(relowner, 'usage')`
  return rows.map(({ name }) => name)
}

/** The columns of positions that the service may write: all but the totals that triggers store. */
async function writableColumns(em: Em): Promise<string[]> {
  const rows = await readRows<{ name: string }>(em)`
    select attname as name from pg_attribute
    where attrelid = 'positions'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('assigned_hours', 'assignment_count')`
  return rows.map(({ name }) => name)
}

// Roles belong to the whole server, so another database's migration may be creating the same one. Settings carry the
// name and the password, which keeps the password out of the statement and the server's log.
async function createRole(name: string, password: string, em: Em) {
  const db = em.getKysely()
  await sql`select set_config('coverage.role', ${name}, true), set_config('coverage.password', ${password}, true)`.execute(
    db,
  )
  await sql`do $$
    begin
      execute format('create role %I login password %L', current_setting('coverage.role'),
        current_setting('coverage.password'));
    exception when duplicate_object or unique_violation then null;
    end
  $$`.execute(db)
}

/** Whether the connection's role owns tables, or is a member of a role that does, as every superuser is. */
export async function ownsTables(em: Em): Promise<boolean> {
  const { owns } = await readSingleRow<{ owns: boolean }>(em)`
    select coalesce(bool_or(pg_has_role(relowner, 'member')), false) as owns
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
  return owns
}
