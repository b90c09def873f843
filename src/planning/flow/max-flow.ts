/** A capacity that no flow reaches, yet small enough to add to it exactly. */
export const unlimited = 2 ** 52

/**
 * How to search for paths: from which end (0 is the beginning, 1 the end), visiting at most how many nodes, and never
 * passing through the nodes of a range.
 */
export type Search = { side: 0 | 1; most: number; except: readonly [number, number] }

const everywhere: Search = { side: 0, most: Infinity, except: [-1, -1] }

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
  #path = new Int32Array(64)
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
      this.#path = doubled(this.#path)
    }
    this.#first[this.nodes] = -1
    return this.nodes++
  }

  addArc(from: number, to: number, capacity: number): number {
    if (this.#arcs === this.#to.length) {
      this.#next = doubled(this.#next)
      this.#to = doubled(this.#to)
      const residual = new Float64Array(2 * this.#residual.length)
      residual.set(this.#residual)
      this.#residual = residual
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
  reroute(arc: number, wanted: number): number {
    const carried = this.flow(arc)
    if (carried >= wanted) return carried
    this.widen(arc ^ 1, -carried)
    const more = this.augment(
      this.head(arc),
      this.head(arc ^ 1),
      Math.min(wanted - carried, this.residual(arc)),
    )
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

  /** Marks with 1 the nodes that could send more to this node, itself included. */
  reaching = (node: number) => this.#spread(node, 1)

  /** Marks with 1 the nodes that this node could send more to, itself included. */
  reachableFrom = (node: number) => this.#spread(node, 0)

  /** `side` is 1 to go against the arcs. */
  #spread(start: number, side: 0 | 1): Uint8Array {
    const found = new Uint8Array(this.nodes)
    found[start] = 1
    const queue = [start]
    for (const node of queue)
      for (let arc = this.#first[node] as number; arc >= 0; arc = this.#next[arc] as number) {
        const other = this.#to[arc] as number
        if (found[other] || !((this.#residual[arc ^ side] as number) > 0)) continue
        found[other] = 1
        queue.push(other)
      }
    return found
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
    let sent = 0
    let depth = 0
    let node = from
    while (sent < limit) {
      if (node === to) {
        const amount = this.#narrowest(depth, limit - sent)
        sent += amount
        depth = this.#send(depth, amount)
        node = depth < 0 ? from : this.#tail(this.#path[depth] as number)
        depth = Math.max(0, depth)
        continue
      }
      const arc = this.#nextArc(node)
      if (arc >= 0) {
        this.#path[depth++] = arc
        node = this.#to[arc] as number
      } else if (depth === 0) break
      else {
        this.#level[node] = -1
        node = this.#tail(this.#path[--depth] as number)
      }
    }
    return sent
  }

  #tail = (arc: number) => this.#to[arc ^ 1] as number

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

  #narrowest(depth: number, limit: number): number {
    let amount = limit
    for (let at = 0; at < depth; at++)
      amount = Math.min(amount, this.#residual[this.#path[at] as number] as number)
    return amount
  }

  /** Sends the amount along the path. Returns the place of the first arc that is now full, -1 if none is. */
  #send(depth: number, amount: number): number {
    let full = -1
    for (let at = depth - 1; at >= 0; at--) {
      const arc = this.#path[at] as number
      this.push(arc, amount)
      if (this.#residual[arc] === 0) full = at
    }
    return full
  }
}

function doubled(array: Int32Array<ArrayBuffer>) {
  const larger = new Int32Array(2 * array.length)
  larger.set(array)
  return larger
}
