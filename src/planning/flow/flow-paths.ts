/** An arc and what it carries. */
export type Carrying = { from: number; to: number; carries: number }

/** A path from the source to the sink, as indexes of arcs, and the flow along it. */
export type FlowPath = { arcs: number[]; carries: number }

/** Splits a flow into paths. Each follows the arcs that carry most. */
export function pathsOf(arcs: readonly Carrying[], source: number, sink: number): FlowPath[] {
  const left = arcs.map(({ carries }) => carries)
  const leaving = Map.groupBy(arcs.keys(), (arc) => arcs[arc]?.from)
  const take = (path: readonly number[]) => {
    const carries = Math.min(...path.map((arc) => left[arc] as number))
    for (const arc of path) left[arc] = (left[arc] as number) - carries
    return carries
  }
  const widest = (node: number) => {
    let best: number | undefined
    for (const arc of leaving.get(node) ?? [])
      if ((left[arc] as number) > (best === undefined ? 0 : (left[best] as number))) best = arc
    return best
  }
  const paths: FlowPath[] = []
  for (let path = walk(); path; path = walk()) paths.push({ arcs: path, carries: take(path) })
  return paths

  /** Walks from source to sink, and drops cycles on the way, because they change nothing. */
  function walk(): number[] | undefined {
    let path: number[] = []
    for (let node = source; node !== sink; ) {
      const arc = widest(node)
      if (arc === undefined) return undefined
      path.push(arc)
      node = arcs[arc]?.to as number
      const start = path.findIndex((one) => arcs[one]?.from === node)
      if (start < 0) continue
      take(path.slice(start))
      path = path.slice(0, start)
    }
    return path
  }
}
