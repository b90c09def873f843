import type { Author, Change, Commit, Row } from './commits.ts'

type Relation = { table: string; columns: string[] }
type Reader = ReturnType<typeof reader>

/** 2000-01-01, from which PostgreSQL counts microseconds. */
const epoch = Date.UTC(2000, 0, 1)

/**
 * The transactions in messages of PostgreSQL's logical replication protocol, version 1. Relations are described again in
 * each call of the function that returns the messages, so nothing is kept between calls.
 */
export function decode(messages: Buffer[]): Commit[] {
  const relations = new Map<number, Relation>()
  const commits: Commit[] = []
  let current: Commit = { xid: 0, at: new Date(epoch), authors: [], changes: [] }
  for (const message of messages) {
    const read = reader(message)
    const kind = read.char()
    if (kind === 'B') current = begin(read)
    else if (kind === 'C') commits.push(current)
    else if (kind === 'R') relations.set(read.int32(), relation(read))
    else if (kind === 'M') addAuthor(current, read)
    else if (kind in changes) current.changes.push(change(read, changes[kind] ?? 'insert', relations))
  }
  return commits
}

const changes: Record<string, Change['kind']> = { I: 'insert', U: 'update', D: 'delete' }

function begin(read: Reader): Commit {
  read.skip(8)
  const at = new Date(epoch + Number(read.int64() / 1000n))
  return { xid: read.int32(), at, authors: [], changes: [] }
}

function relation(read: Reader): Relation {
  read.text()
  const table = read.text()
  read.skip(1)
  const columns = Array.from({ length: read.int16() }, () => {
    read.skip(1)
    const name = read.text()
    read.skip(8)
    return name
  })
  return { table, columns }
}

function addAuthor({ authors }: Commit, read: Reader) {
  read.skip(9)
  read.text()
  const content = read.bytes(read.int32()).toString()
  const author = (content ? JSON.parse(content) : {}) as Author
  if (!authors.some(({ request, via }) => request === author.request && via === author.via))
    authors.push(author)
}

function change(read: Reader, kind: Change['kind'], relations: Map<number, Relation>): Change {
  const { table, columns } = relations.get(read.int32()) ?? { table: '', columns: [] }
  // Before an update's new row comes its old one, or its old key, if the replica identity asks for it.
  for (;;) {
    const part = read.char()
    const row = tuple(read, columns)
    if (part === 'N' || kind === 'delete') return { table, kind, row }
  }
}

function tuple(read: Reader, columns: string[]): Row {
  const row: Row = {}
  const length = read.int16()
  for (const column of columns.slice(0, length)) {
    const kind = read.char()
    if (kind === 'n') row[column] = null
    else if (kind === 't') row[column] = read.bytes(read.int32()).toString()
  }
  return row
}

function reader(buffer: Buffer) {
  let offset = 0
  const advance = (by: number) => {
    offset += by
    return offset - by
  }
  return {
    skip: advance,
    char: () => String.fromCharCode(buffer.readUInt8(advance(1))),
    int16: () => buffer.readUInt16BE(advance(2)),
    int32: () => buffer.readUInt32BE(advance(4)),
    int64: () => buffer.readBigInt64BE(advance(8)),
    bytes: (length: number) => buffer.subarray(advance(length), offset),
    text() {
      const end = buffer.indexOf(0, offset)
      return buffer.toString('utf8', advance(end + 1 - offset), end)
    },
  }
}
