/** An arc and what it carries. */
export type Carrying = { from: number; to: number; carries: number }

/** A way from the source to the sink by indexes of the arcs, and what goes along all of it. */
export type FlowPath = { arcs: number[]; carries: number }

/** A flow as paths, each of which follows the arcs that carry most. */
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

  /** Drops the circles on the way, which change nothing. */
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
