import type { AnyProcedure, AnyRouter } from '@trpc/server'
import findMyWay from 'find-my-way'
import type { Meta } from '../../routers/gate/meta.ts'
import { WireError } from '../../routers/ports/refusals.ts'
import { notFound } from '../../src/errors.ts'

export type Endpoint = { name: string; procedure: AnyProcedure; meta: Meta; hasBody: boolean }
type Methods = Map<string, Endpoint>

/**
 * Finds a procedure and the path's parameters by REST method and path; throws 404 or 405 (D41). `isBelow` tells whether
 * a path has the same first segment as any of the router's.
 */
export function endpointFinder(router: AnyRouter) {
  const { paths, roots } = pathsOf(router)
  const find = (pathname: string) => {
    // Escaped once more, so that fixed segments match to the letter and parameters arrive as they were sent.
    const found = paths.find('GET', pathname.replace(/[%#]/g, encodeURIComponent))
    const parameters = found && decoded(found.params)
    return parameters && { methods: found.store as Methods, parameters }
  }

  return {
    isBelow: (pathname: string) => roots.has(rootOf(pathname)),
    find(method: string, pathname: string) {
      const found = find(pathname)
      if (!found) throw notFound(find(`${pathname}/`) ? `Not found. Did you mean ${pathname}/?` : undefined)
      const { methods, parameters } = found
      const endpoint = methods.get(method === 'HEAD' ? 'GET' : method)
      if (!endpoint) throw methodNotAllowed(method, methods)
      return { endpoint, parameters }
    },
  }
}

/** The first segment of a path, such as `/api/`. */
const rootOf = (path: string) => path.slice(0, path.indexOf('/', 1) + 1)

/** Registers every path under one method: a found path then decides between 404 and 405 by the methods it has. */
function pathsOf(router: AnyRouter) {
  const paths = findMyWay({ maxParamLength: Number.POSITIVE_INFINITY })
  const roots = new Set<string>()
  const procedures: Record<string, AnyProcedure> = router._def.procedures
  for (const [name, procedure] of Object.entries(procedures)) {
    const meta: Meta = procedure._def.meta ?? {}
    if (!meta.openapi) continue
    const { method } = meta.openapi
    roots.add(rootOf(meta.openapi.path))
    const path = meta.openapi.path.replace(/\{(\w+)\}/g, ':$1')
    const methods: Methods = paths.findRoute('GET', path)?.store ?? new Map()
    if (methods.has(method)) throw new Error(`${method} ${meta.openapi.path} is declared twice.`)
    if (methods.size === 0) paths.on('GET', path, () => {}, methods)
    const hasBody = method !== 'GET' && method !== 'DELETE'
    methods.set(method, { name, procedure, meta, hasBody })
  }
  return { paths, roots }
}

/** Undefined when a parameter is empty: `/tags//` is no path. */
function decoded(encoded: Record<string, string | undefined>): Record<string, string> | undefined {
  const parameters: Record<string, string> = {}
  for (const [name, segment] of Object.entries(encoded)) {
    if (!segment) return undefined
    parameters[name] = decode(segment)
  }
  return parameters
}

/** A malformed escape stays as it is, so that it matches no id and no procedure. */
export function decode(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function methodNotAllowed(method: string, methods: Methods) {
  const allowed = [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS']
  const detail = `Method "${method}" not allowed.`
  return new WireError('METHOD_NOT_ALLOWED', { detail }, { Allow: allowed.sort().join(', ') })
}
