import type { Document } from './schemas.ts'

/** The document without the components that it does not use: two documents share most, but not all. */
export function withoutUnused(document: Document): Document {
  const { paths, components } = document
  const used = <Part>(parts: Record<string, Part>, isUsed: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(name)))
  const referredTo = (kind: keyof typeof components, ...places: unknown[]) => {
    const text = JSON.stringify(places)
    return (name: string) => text.includes(`"#/components/${kind}/${name}"`)
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)))
  const responses = used(components.responses, referredTo('responses', paths))
  const places = [paths, responses]
  return {
    ...document,
    components: {
      schemas: used(components.schemas, referredTo('schemas', places, components.schemas)),
      headers: used(components.headers, referredTo('headers', places)),
      responses,
      securitySchemes: used(components.securitySchemes, (name) => schemes.has(name)),
    },
  }
}
