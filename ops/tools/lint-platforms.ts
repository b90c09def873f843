import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { parseAllDocuments } from 'yaml'

// `node ops/tools/lint-platforms.ts` checks the manifests in ops/kubernetes/ against the schemas of their kinds, and the
// workflows in .github/ as their host reads them.

// The parser of workflows imports JSON as bundlers allow it.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
)

type Manifest = { apiVersion: string; kind: string }

/** The value, whose fields leave `unread` once somebody reads them. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isList = Array.isArray(value)
  const fields = Object.entries(value).map(([key, inner]) => [key, watched(inner, `${path}.${key}`, unread)])
  if (!isList) for (const [key] of fields) unread.add(`${path}.${key}`)
  const copy: object = isList ? fields.map(([, inner]) => inner) : Object.fromEntries(fields)
  return new Proxy(copy, {
    get(target, key) {
      unread.delete(`${path}.${String(key)}`)
      return Reflect.get(target, key)
    },
  })
}

/** What is wrong with a manifest. Its schema lets unknown fields pass; they are those that the check does not read. */
async function problemsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest
  const isPrometheus = apiVersion.startsWith('monitoring.coreos.com/')
  const models = isPrometheus ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'
  const { [kind]: model } = await import(`${models}/${apiVersion}`)
  const unread = new Set<string>()
  try {
    model.prototype.validate.call(watched(manifest, kind, unread))
  } catch (error) {
    return [(error as Error).message]
  }
  return [...unread].map((field) => `${field} is unknown`)
}

async function lintManifests(file: string) {
  const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS())
  return (await Promise.all(manifests.map(problemsOf))).flat()
}

async function lintWorkflow(name: string) {
  const content = readFileSync(name, 'utf8')
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

const files = globSync(['ops/kubernetes/*.yaml', '.github/workflows/*.yml'])
for (const file of files.filter((file) => !file.endsWith('/kustomization.yaml')))
  for (const problem of await (file.startsWith('.github/') ? lintWorkflow : lintManifests)(file)) {
    console.error(`${file}: ${problem}`)
    process.exitCode = 1
  }
