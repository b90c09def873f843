import type { EntityName, RequiredEntityData } from '@mikro-orm/postgresql'
import type { Em, Orm } from '../../entities/connection/em.ts'

/** Plants canaries, texts that stand in one field of one row only, and finds them in answers. */
export class Canaries {
  readonly #orm: Orm
  /** The field of each, by how an answer would show it. */
  readonly #planted = new Map<string, string>()

  constructor(orm: Orm) {
    this.#orm = orm
  }

  get fields() {
    return [...new Set(this.#planted.values())]
  }

  /** Makes a row with a canary in every column that is not given. */
  plant<T extends object>(em: Em, entity: EntityName<T>, given: object): T {
    const fields: Record<string, unknown> = { ...given }
    const { props } = this.#orm.getMetadata().get(entity)
    for (const { name, kind, primary, enum: isChoice, columnTypes } of props) {
      const canary = canaryFor(name, columnTypes?.[0] ?? '', this.#planted.size + 1)
      if (kind !== 'scalar' || primary || isChoice || name in given || !canary) continue
      this.#planted.set(canary.shown, `${entity.name}.${name}`)
      fields[name] = canary.stored
    }
    return em.create(entity, fields as RequiredEntityData<T>)
  }

  /** Which field's canary is in the answer to which call. */
  found(answers: Map<string, unknown>) {
    return [...answers].flatMap(([call, answer]) => {
      const text = JSON.stringify(answer)
      return [...this.#planted].flatMap(([canary, field]) => (text.includes(canary) ? { field, call } : []))
    })
  }
}

/** A value for a column by its type, and how an answer would show it; undefined for a column that can hold none. */
function canaryFor(
  column: string,
  type: string,
  number: number,
): { shown: string; stored: unknown } | undefined {
  const text = `canary${number}q`
  const hours = (100 + number / 100).toFixed(2)
  const day = new Date(Date.UTC(1931, 0, number)).toISOString().slice(0, 10)
  if (column === 'email') return { shown: text, stored: `${text}@clinic.example` }
  if (/^varchar|^text/.test(type)) return { shown: text, stored: text }
  if (type.startsWith('numeric')) return { shown: hours, stored: hours }
  if (type.startsWith('timestamp')) return { shown: day, stored: new Date(day) }
  if (type === 'date') return { shown: day, stored: day }
  if (type === 'jsonb') return { shown: text, stored: { note: text } }
}
