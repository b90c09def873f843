import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openApiDocument } from '../../server/openapi/document.ts'
import type { JsonSchema } from '../../server/openapi/schemas.ts'

const root = join(import.meta.dirname, '..', '..')

/** The words after each `^`, as an editor shows them on hover in a file next to the client's sources. */
async function hovers(text: string): Promise<string[]> {
  const compiler = spawn(join(root, 'node_modules', '.bin', 'tsc'), ['--lsp', '--stdio'])
  onTestFinished(() => void compiler.kill())
  const answers = new Map<number, (result: unknown) => void>()
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    compiler.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  let read = Buffer.alloc(0)
  compiler.stdout.on('data', (chunk: Buffer) => {
    read = Buffer.concat([read, chunk])
    for (;;) {
      const [head, length] = /^Content-Length: (\d+)\r\n\r\n/.exec(read.toString('latin1')) ?? []
      if (!head || read.length < head.length + Number(length)) return
      const { id, method, result } = JSON.parse(
        read.toString('utf8', head.length, head.length + Number(length)),
      )
      read = read.subarray(head.length + Number(length))
      if (method && id !== undefined) send({ id, result: null })
      else answers.get(id)?.(result)
    }
  })
  let last = 0
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      answers.set(++last, resolve)
      send({ id: last, method, params })
    })
  await ask('initialize', { processId: null, rootUri: null, capabilities: {} })
  send({ method: 'initialized', params: {} })
  const uri = pathToFileURL(join(root, 'client', 'src', 'hovered.ts')).href
  const document = { uri, languageId: 'typescript', version: 1, text: text.replaceAll('^', '') }
  send({ method: 'textDocument/didOpen', params: { textDocument: document } })
  const places = text.split('\n').flatMap((line, at) =>
    line
      .split('^')
      .slice(1)
      .map((_, index) => ({
        line: at,
        character: line
          .split('^')
          .slice(0, index + 1)
          .join('').length,
      })),
  )
  const shown = await Promise.all(
    places.map((position) => ask('textDocument/hover', { textDocument: { uri }, position })),
  )
  return shown.map((one) => (one as { contents: { value: string } }).contents.value.replace(/\s+/g, ' '))
}

const { components, paths } = openApiDocument('openapi.json')
const described = (schema: string, field?: string): string => {
  const { description, properties } = components.schemas[schema] ?? {}
  const value = field ? (properties as Record<string, JsonSchema>)[field]?.description : description
  return String(value).replace(/\s+/g, ' ')
}

test('an editor shows on hover what the OpenAPI document says of a procedure, its fields, rows and enums', async () => {
  const create = paths['/api/v1/assignments/']?.post
  const shown = await hovers(`
    import { createCoverageClient, type ^CoverageState } from './index.ts'
    const client = createCoverageClient({ url: '' })
    client.assignments.create.^mutate({ ^employee: '', position_id: '', effective_hours: '', ^is_reinforcement: true })
    client.assignments.update.mutate({ id: '', ^effective_date: null })
    client.positions.list.query({ ^eligible_for_employee: '', ^page_size: 3 }).then(({ ^count, results: [row] }) => row?.^is_eligible)
    client.pages.^positions({ ^coverage_state: 'VACANT' })
  `)
  const page = paths['/api/v1/demand/']?.get?.parameters.find(({ name }) => name === 'page_size')
  const expected = [
    described('CoverageState'),
    `${create?.summary}. ${create?.description} REST: \`POST /api/v1/assignments/\`.`,
    described('AssignmentCreate', 'employee'),
    described('AssignmentCreate', 'is_reinforcement'),
    described('AssignmentCreate', 'effective_date'),
    paths['/api/v1/demand/']?.get?.parameters.find(({ name }) => name === 'eligible_for_employee')
      ?.description,
    page?.description,
    described('PositionPage', 'count'),
    described('PositionRow', 'is_eligible'),
    paths['/api/v1/demand/']?.get?.description,
    paths['/api/v1/demand/']?.get?.parameters.find(({ name }) => name === 'coverage_state')?.description,
  ]
  expect(shown).toEqual(expected.map((text) => expect.stringContaining(String(text))))
})
