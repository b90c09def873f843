import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDifferences } from '../../../entities/schema/kept.ts'
import type { Operation } from '../../../server/openapi/schemas.ts'
import { documentedOperations } from '../../expect/documented.ts'
import { factories } from '../../made/factories.ts'
import { body, concretePath, forbidden, type Pool, query, resourceOf } from '../../made/generative.ts'
import { serviceForFile } from '../../setup/fixture.ts'

/** Number of calls: `GENERATED_CALLS=100000 npx vitest run test/server/http/generative.test.ts` for a long walk. */
const calls = Number(process.env.GENERATED_CALLS ?? 2000)
const callsPerWalk = 25

const { service } = await serviceForFile()
const admin = await service.as('ADMIN', { is_superuser: true })

/** Calls that end the caller's session use a separate caller. */
const clientFor = ({ operationId }: Operation) => {
  if (/login|refresh/.test(operationId)) return service.anonymous()
  return /logout|auth_deactivate/.test(operationId) ? service.as('VIEWER') : admin
}

/** One row of every kind to start with, because a random walk rarely builds a whole clinic. */
async function seed(): Promise<Pool> {
  const make = factories(service)
  const unit = await make.unit()
  const position = await make.position({ org_unit: unit.id })
  const employee = await make.employee()
  const tag = await make.tag()
  const [rule] = (await admin.get('/api/v1/business-rules/')).body
  return {
    'org-units': [(await make.clinic()).id, unit.parent ?? '', unit.id],
    demand: [position.id],
    employees: [employee.id],
    tags: [tag.id],
    'employee-tags': [(await make.employeeTag({ employee: employee.id, tag: tag.id })).id],
    'position-tags': [(await make.positionTag()).id],
    assignments: [(await make.assignment()).id],
    'business-rules': [rule.id],
  }
}

const seeds = 3
const remembered = 8

function remember(pool: Pool, path: string, answer: { status: number; body: { id?: unknown } }) {
  const { id } = answer.body
  const resource = resourceOf(path)
  if (answer.status !== 201 || typeof id !== 'string') return
  const known = pool[resource] ?? []
  pool[resource] = [...known.slice(0, seeds), ...known.slice(seeds).slice(-remembered), id]
}

test('no input leads to a 500, an undocumented answer, or success where the document forbids it', async () => {
  const pool = await seed()
  const answered = new Map<string, Set<number>>()

  async function walk(pick: fc.GeneratorValue) {
    for (let call = 0; call < callsPerWalk; call++) {
      const { method, path, operation } = pick(() => fc.constantFrom(...documentedOperations))
      const target = pick(() => concretePath(path, pool))
      const given = pick(() => query(operation, pool, path))
      const sent = operation.requestBody && pick(() => body(operation, pool, path))
      const client = await clientFor(operation)
      const search = new URLSearchParams(given)
      // The client itself checks the answer against the document: status, headers and body.
      const answer = await client.request(method, `${target}${search.size ? `?${search}` : ''}`, {
        body: sent,
      })
      expect(answer.status, `${method} ${target} ${JSON.stringify(sent)}`).toBeLessThan(500)
      if (answer.status < 300) expect(forbidden(operation, given, sent), `${method} ${target}`).toEqual([])
      remember(pool, path, answer)
      const statuses = answered.get(operation.operationId) ?? new Set()
      answered.set(operation.operationId, statuses.add(answer.status))
    }
  }

  const numRuns = Math.ceil(calls / callsPerWalk)
  await fc.assert(fc.asyncProperty(fc.gen(), walk), { numRuns, seed: 20261123, endOnFailure: true })
  expect(await findDifferences(service.orm)).toEqual([])

  // The walk proves nothing unless many calls succeeded.
  const succeeded = [...answered.values()].filter((statuses) => [...statuses].some((status) => status < 300))
  if (calls >= 2000) expect(succeeded.length).toBeGreaterThan(documentedOperations.length * 0.75)
}, 900_000)
