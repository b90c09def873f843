import { sql } from 'kysely'
import { employeeName } from '../lists/fragments.ts'
import type { Sql } from '../lists/page.ts'

/** What a log entry is about, by its current name; `detail` tells it apart from others of that name. */
export type Subject = {
  kind: 'person' | 'position' | 'unit' | 'tag' | 'user' | 'rule' | 'key'
  /** A UUID; for a rule its code, for a throttle's key the scope and the key. */
  id: string
  name: string
  detail: string
}

const subject = (
  kind: Subject['kind'],
  { id, name, detail = sql`''` }: Record<'id' | 'name', Sql> & { detail?: Sql },
) => sql`jsonb_build_object('kind', ${sql.lit(kind)}, 'id', ${id}, 'name', ${name}, 'detail', ${detail})`

/** `<GivenName> <FamilyName>` of the user `s`, else the email. */
const userName = sql`coalesce(nullif(trim(s.given_name || ' ' || s.family_name), ''), s.email)`

export const personSubject = subject('person', {
  id: sql`e.id`,
  name: employeeName,
  detail: sql`e.employee_number`,
})
export const positionSubject = subject('position', {
  id: sql`p.id`,
  name: sql`p.title`,
  detail: sql`(select name from org_units where id = p.org_unit_id)`,
})
export const tagSubject = subject('tag', { id: sql`t.id`, name: sql`t.display_name`, detail: sql`t.name` })
export const unitSubject = subject('unit', { id: sql`o.id`, name: sql`o.name`, detail: sql`o.code` })
export const userSubject = subject('user', { id: sql`s.id`, name: userName, detail: sql`s.email` })
export const ruleSubject = (code: Sql) => subject('rule', { id: code, name: code })
export const keySubject = (target: Sql) =>
  subject('key', {
    id: target,
    name: sql`substring(${target} from position(' ' in ${target}) + 1)`,
    detail: sql`split_part(${target}, ' ', 1)`,
  })

/** The subjects, as one array; null once their rows are deleted. */
export const subjects = (found: readonly Sql[], from: Sql) =>
  sql`(select jsonb_build_array(${sql.join(found)}) ${from})`
