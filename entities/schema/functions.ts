import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Em, readRows } from '../connection/em.ts'

const folder = `${import.meta.dirname}/functions`

/** A function with its `revoke`, or a trigger. */
const statement = /^create or replace (?:function.*?\$function\$|trigger[^;]*);(?:\nrevoke [^;]*;)?/gms

/** The statements of the files, functions before the triggers that call them. */
export function functionStatements(): string[] {
  const files = readdirSync(folder).sort()
  const all = files.flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').match(statement) ?? [])
  return [...all.filter(isFunction), ...all.filter((one) => !isFunction(one))]
}

const isFunction = (text: string) => text.startsWith('create or replace function')

/** The functions and triggers of the database, as PostgreSQL prints them. */
export async function storedDefinitions(em: Em): Promise<string[]> {
  const rows = await readRows<{ definition: string }>(em)`
    with own as (select unnest('{public,trail,totals}'::regnamespace[]) as schema)
    select pg_get_functiondef(p.oid) as definition from pg_proc p join own on schema = pronamespace
      where prokind = 'f' and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all select pg_get_triggerdef(t.oid, true) from pg_trigger t
      join pg_class c on c.oid = tgrelid join own on schema = relnamespace
      where not tgisinternal`
  return rows.map(({ definition }) => definition)
}

/** Removes the differences between a file and what PostgreSQL prints, such as case, spaces and `or replace`. */
export const inOneForm = (definition: string) =>
  definition
    .replace(/;(\nrevoke [^;]*;)?$/, '')
    .replace(/(\$function\$.*|'[^']*')|[A-Z]+/gs, (word, literal) => literal ?? word.toLowerCase())
    .replace(/^create or replace/, 'create')
    .replace(/\s+/g, ' ')
    .replace(/ ?([()[\],]) ?/g, '$1')
    .trim()

/**
 * Creates or replaces only the functions and triggers that differ from the files, because replacing a trigger locks its
 * table.
 */
export async function updateFunctions(em: Em): Promise<void> {
  const stored = new Set((await storedDefinitions(em)).map(inOneForm))
  for (const one of functionStatements())
    if (!stored.has(inOneForm(one))) await sql.raw(one).execute(em.getKysely())
}
