/** A capacity that no flow reaches, yet small enough to add to it exactly. */
export const unlimited = 2 ** 52

/**
 * How to search for paths: from which end (0 is the beginning, 1 the end), visiting at most how many nodes, and never
 * passing through the nodes of a range.
 */
export type Search = { side: 0 | 1; most: number; except: readonly [number, number] }

type Send = (from: number, to: number, limit: number) => number

export const everywhere: Search = { side: 0, most: Infinity, except: [-1, -1] }

/**
 * A flow network on typed arrays, with Dinic's algorithm. An arc is a number, and its reverse is `arc ^ 1`; what an
 * arc carries is the residual of its reverse. Capacities are whole numbers.
 */
export class FlowNetwork {
  nodes = 0
  /** How many arcs all searches so far have looked at: a measure of effort that is the same on every machine. */
  effort = 0
  #search: Search = everywhere
  #arcs = 0
  #first = new Int32Array(64)
  #level = new Int32Array(64)
  #current = new Int32Array(64)
  #queue = new Int32Array(64)
  #next = new Int32Array(256)
  #to = new Int32Array(256)
  #residual = new Float64Array(256)
  #journal: number[] | null = null

  addNode(): number {
    if (this.nodes === this.#first.length) {
      this.#first = doubled(this.#first)
      this.#level = doubled(this.#level)
      this.#current = doubled(this.#current)
      this.#queue = doubled(this.#queue)
    }
    this.#first[this.nodes] = -1
    return this.nodes++
  }

  addArc(from: number, to: number, capacity: number): number {
    if (this.#arcs === this.#to.length) {
      this.#next = doubled(this.#next)
      this.#to = doubled(this.#to)
      this.#residual = new Float64Array(this.#residual.buffer.transfer(2 * this.#residual.byteLength))
    }
    this.#addHalf(from, to, capacity)
    this.#addHalf(to, from, 0)
    return this.#arcs - 2
  }

  #addHalf(from: number, to: number, capacity: number) {
    this.#to[this.#arcs] = to
    this.#residual[this.#arcs] = capacity
    this.#next[this.#arcs] = this.#first[from] as number
    this.#first[from] = this.#arcs++
  }

  /** Where the arc leads. */
  head = (arc: number) => this.#to[arc] as number

  /** What the arc could still carry. */
  residual = (arc: number) => this.#residual[arc] as number

  /** What the arc carries. */
  flow = (arc: number) => this.#residual[arc ^ 1] as number

  /** Changes the arc's residual, but not what it carries. */
  widen(arc: number, by: number) {
    this.#residual[arc] = (this.#residual[arc] as number) + by
    this.#journal?.push(arc, by)
  }

  /** Changes what the arc carries, within its capacity. */
  push(arc: number, by: number) {
    this.widen(arc, -by)
    this.widen(arc ^ 1, by)
  }

  /** Sends flow around a cycle, so that the arc carries `wanted` if it can. Returns what it then carries. */
  reroute(arc: number, wanted: number, send: Send = (...way) => this.augment(...way)): number {
    const carried = this.flow(arc)
    if (carried >= wanted) return carried
    this.widen(arc ^ 1, -carried)
    const more = send(this.head(arc), this.head(arc ^ 1), Math.min(wanted - carried, this.residual(arc)))
    this.widen(arc ^ 1, carried)
    this.push(arc, more)
    return carried + more
  }

  /** Runs the attempt, which may be part of another, and rolls back the residuals unless it returns true. */
  attempt(attempt: () => boolean): boolean {
    const outer = this.#journal
    const changes = outer ?? []
    const start = changes.length
    this.#journal = changes
    const isKept = attempt()
    this.#journal = null
    while (!isKept && changes.length > start) {
      const by = changes.pop() as number
      this.widen(changes.pop() as number, -by)
    }
    this.#journal = outer
    return isKept
  }

  /** Sends as much more as possible from one node to another, up to the limit. Returns how much. */
  augment(from: number, to: number, limit = Infinity): number {
    let sent = 0
    while (sent < limit && this.#setLevels(from, to)) sent += this.#block(from, to, limit - sent)
    return sent
  }

  /** Tells which nodes could send more to this node, itself included. */
  reaching = (node: number) => this.#spread(node, 1)

  /** Tells which nodes this node could send more to, itself included. */
  reachableFrom = (node: number) => this.#spread(node, 0)

  /** `side` is 1 to go against the arcs. */
  #spread(start: number, side: 0 | 1): (node: number) => boolean {
    const { effort } = this
    this.#search = { ...everywhere, side }
    this.#setLevels(start, start)
    this.#search = everywhere
    this.effort = effort
    const level = this.#level.slice(0, this.nodes)
    return (node) => (level[node] as number) >= 0
  }

  /** Takes the flow apart into paths of arcs; each follows the arcs that carry most. Cycles change nothing, and are dropped. */
  *paths(source: number, sink: number): Generator<{ arcs: number[]; carries: number }> {
    for (let arcs: number[] = []; ; ) {
      const node = arcs.length ? this.head(arcs.at(-1) as number) : source
      const start = arcs.findIndex((arc) => this.head(arc ^ 1) === node)
      const arc = this.#widest(node)
      if (node === sink) yield { arcs, carries: this.#take(arcs) }
      else if (start >= 0) this.#take(arcs.splice(start))
      else if (arc === undefined) return
      else arcs.push(arc)
      if (node === sink) arcs = []
    }
  }

  #take(arcs: readonly number[]): number {
    const carries = Math.min(...arcs.map(this.flow))
    for (const arc of arcs) this.push(arc, -carries)
    return carries
  }

  /** The arc from the node that carries most, and among equals the first. */
  #widest(node: number): number | undefined {
    let best: number | undefined
    for (let arc = this.#first[node] as number; arc >= 0; arc = this.#next[arc] as number)
      if (!(arc & 1) && this.flow(arc) > 0 && this.flow(arc) >= (best === undefined ? 0 : this.flow(best)))
        best = arc
    return best
  }

  /** Like {@link augment}, but finds only the paths that the search finds. */
  augmentBy(search: Search, { from, to, limit }: { from: number; to: number; limit: number }): number {
    this.#search = search
    const sent = this.augment(from, to, limit)
    this.#search = everywhere
    return sent
  }

  /** Sets the distances, in arcs, from where the search begins, until it finds the other end. */
  #setLevels(from: number, to: number): boolean {
    const { side, most, except } = this.#search
    const [start, end] = side ? [to, from] : [from, to]
    this.#level.fill(-1, 0, this.nodes)
    this.#level[start] = 0
    this.#current[start] = this.#first[start] as number
    this.#queue[0] = start
    let length = 1
    for (let at = 0; at < length && at < most; at++) {
      const node = this.#queue[at] as number
      if (node >= except[0] && node <= except[1]) continue
      for (let arc = this.#first[node] as number; arc >= 0; arc = this.#next[arc] as number) {
        const next = this.#to[arc] as number
        this.effort++
        if ((this.#level[next] as number) >= 0 || !((this.#residual[arc ^ side] as number) > 0)) continue
        this.#level[next] = (this.#level[node] as number) + 1
        this.#current[next] = this.#first[next] as number
        if (next === end) return true
        this.#queue[length++] = next
      }
    }
    return false
  }

  /** Sends along shortest paths until each is blocked. */
  #block(from: number, to: number, limit: number): number {
    const path: number[] = []
    let sent = 0
    for (let node = from; sent < limit; node = path.length ? this.head(path.at(-1) as number) : from) {
      if (node === to) {
        const amount = path.reduce((least, arc) => Math.min(least, this.residual(arc)), limit - sent)
        for (const arc of path) this.push(arc, amount)
        sent += amount
        const full = path.findIndex((arc) => this.residual(arc) === 0)
        path.length = Math.max(0, full)
        continue
      }
      const arc = this.#nextArc(node)
      if (arc >= 0) path.push(arc)
      else if (path.length === 0) break
      else {
        this.#level[node] = -1
        path.pop()
      }
    }
    return sent
  }

  #nextArc(node: number): number {
    const wanted = (this.#level[node] as number) + (this.#search.side ? -1 : 1)
    let arc = this.#current[node] as number
    while (
      arc >= 0 &&
      !((this.#residual[arc] as number) > 0 && this.#level[this.#to[arc] as number] === wanted)
    ) {
      arc = this.#next[arc] as number
      this.effort++
    }
    this.#current[node] = arc
    return arc
  }
}

const doubled = (array: Int32Array<ArrayBuffer>) =>
  new Int32Array(array.buffer.transfer(2 * array.byteLength))
