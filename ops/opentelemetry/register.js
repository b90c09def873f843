import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { isMainThread } from 'node:worker_threads'
import { metrics, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'

// `node --import ./ops/opentelemetry/register.js` sends traces and metrics over OTLP, as the OTEL_* variables say.

const seconds = {
  unit: 's',
  advice: { explicitBucketBoundaries: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] },
}
const started = new WeakMap()
/** The context of what the service does just now; undefined outside requests. */
const current = new AsyncLocalStorage()

/** Makes a span of all that a channel of the service announces while a request is served. */
function follow(channel, { kind, nameOf, parentOf = () => current.getStore(), attributesOf, histogram }) {
  const { start, error, asyncEnd } = tracingChannel(channel)
  const tracer = trace.getTracer('coverage')
  const durations = histogram && metrics.getMeter('coverage').createHistogram(histogram, seconds)
  start.bindStore(current, (subject) => {
    const parent = parentOf(subject)
    if (!parent) return
    const span = tracer.startSpan(nameOf(subject), { kind }, parent)
    started.set(subject, { span, at: performance.now() })
    return trace.setSpan(parent, span)
  })
  error.subscribe((subject) => {
    // Messages may quote what somebody has entered.
    const { code, name } = subject.error
    started.get(subject)?.span.setAttribute('error.type', String(code ?? name))
  })
  asyncEnd.subscribe((subject) => {
    const { span, at } = started.get(subject) ?? {}
    if (!span) return
    const attributes = attributesOf(subject)
    span.updateName(nameOf(subject)).setAttributes(attributes)
    if (attributes['http.response.status_code'] >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    durations?.record((performance.now() - at) / 1000, attributes)
  })
}

/** The first verb and the first table: a statement may hold values. */
function operationOf({ text }) {
  const bare = text.replace(/'[^']*'/g, '')
  const [verb] = /\w+/.exec(bare) ?? ['']
  const [, table] = /\b(?:from|into|update)\s+"?(\w+(?:"?\."?\w+)?)/i.exec(bare) ?? []
  return [verb.toLowerCase(), table?.replaceAll('"', '')].filter(Boolean).join(' ')
}

// The planner's threads would send the same once more.
if (isMainThread) {
  process.env.OTEL_SERVICE_NAME ??= 'coverage'
  new NodeSDK().start()
  follow('coverage:request', {
    kind: SpanKind.SERVER,
    nameOf: ({ method, route }) => (route ? `${method} ${route}` : method),
    parentOf: ({ headers }) => propagation.extract(ROOT_CONTEXT, headers),
    attributesOf: ({ method, route, response }) => ({
      'http.request.method': method,
      ...(route && { 'http.route': route }),
      'http.response.status_code': response.statusCode,
    }),
    histogram: 'http.server.request.duration',
  })
  follow('coverage:procedure', {
    kind: SpanKind.INTERNAL,
    nameOf: ({ name }) => name,
    attributesOf: ({ name }) => ({ 'rpc.method': name }),
  })
  follow('coverage:statement', {
    kind: SpanKind.CLIENT,
    nameOf: operationOf,
    attributesOf: (statement) => ({
      'db.system.name': 'postgresql',
      'db.query.summary': operationOf(statement),
    }),
    histogram: 'db.client.operation.duration',
  })
}
