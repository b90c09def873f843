import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { createScrape, Metrics, processMetrics } from '../../server/metrics/metrics.ts'
import { findProgram, type Program } from '../setup/programs/find-program.ts'
import { isCheck } from '../setup/run/ring.ts'
import { startService } from '../setup/service.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const alertsFile = join(root, 'ops', 'alerts.yml')

type Rule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook_url: string }
}
type Panel = {
  type: string
  title: string
  description?: string
  links?: { url: string }[]
  targets?: { expr: string }[]
  fieldConfig?: { defaults: { thresholds: { steps: unknown[] }; mappings: { options: object }[] } }
}
const { rules } = parse(read('ops', 'alerts.yml')).groups[0] as { rules: Rule[] }
const dashboard = JSON.parse(read('ops', 'grafana-dashboard.json')) as {
  panels: Panel[]
  templating: { list: { name: string }[] }
}
const panels = dashboard.panels.filter(({ type }) => type !== 'row')
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const expressions = [...shown, ...rules.map(({ expr }) => expr)]

test('the dashboard and the alerts name only metrics, labels and values that Prometheus reads', async () => {
  const metrics = processMetrics()
  const service = await startService({ env: { DATABASE_REPLICA_URL: '' } })
  const scrape = createScrape(service.orm, metrics, 1)
  metrics.answered('rest', 'tags.list', { status: 200, seconds: 0.01 })
  metrics.watch(service.orm, undefined)
  metrics.replicas.watch({ states: () => [{ name: 'replica', state: 'in use', lag_seconds: 0 }] })
  metrics.replicas.read('primary')
  const units = [{ code: 'ICU', required: [40, 40, 40, 40], secure: [36, 36, 20, 0] }]
  metrics.nights.show({ day: '2026-03-04', finished_at: '2026-03-04T00:01:00Z', units })
  // A scrape waits half a second for PostgreSQL, and a later one has what came after that.
  await expect.poll(scrape).toMatch(/coverage_weekly_hours\{.*coverage_employees\{/s)
  const lines = (await scrape()).split('\n')
  await service.close()
  const ofMetric = (name: string) =>
    lines.filter(
      (line) =>
        line.startsWith(`# TYPE ${name} `) || line.startsWith(`${name}{`) || line.startsWith(`${name} `),
    )

  const selectors = expressions.flatMap((expr) => [
    ...expr.matchAll(/\b((?:coverage|nodejs|process)_\w+)(?:\{([^}]*)\})?/g),
  ])
  expect(selectors.length).toBeGreaterThan(40)
  for (const [selector, name = '', matchers = ''] of selectors) {
    const samples = ofMetric(name)
    expect(samples, selector).not.toEqual([])
    for (const [, label = '', values = ''] of matchers.matchAll(/(\w+)=~?"([^"]*)"/g)) {
      if (label === 'instance') continue
      for (const value of values.split('|'))
        expect(samples.join('\n'), `${selector}: ${value}`).toContain(`${label}="${value}"`)
    }
  }
})

const figures = /coverage_(gauge|figures|positions|weekly_hours|employees)/

test('the only alert about figures says that they are missing, and its severity is info', () => {
  expect(rules.filter(({ expr }) => figures.test(expr))).toMatchObject([
    { alert: 'CoverageFiguresMissing', for: '10m', labels: { severity: 'info' } },
  ])
})

test('a service that has just started is not reported as absent, though it has answered nothing yet', async () => {
  const service = await startService()
  const scraped = await createScrape(service.orm, new Metrics(), 1)()
  await service.close()
  const { expr } = rules.find(({ alert }) => alert === 'CoverageServiceAbsent') ?? expect.unreachable()
  const [, series] = /^absent\((\w+)\)$/.exec(expr) ?? []
  expect(scraped).toMatch(new RegExp(`^${series} `, 'm'))
})

test('an alert about PostgreSQL looks at whether it answers, for longer than a restart takes', () => {
  expect(rules.filter(({ expr }) => expr.includes('postgresql_up =='))).toMatchObject([
    { alert: 'CoveragePostgreSQLAway', expr: 'coverage_postgresql_up == 0', for: '1m' },
  ])
})

test('an alert says what is wrong and leads to the section that says what to do', () => {
  const guide = read('docs', 'operating', 'incidents.md')
  const sections = new Map(
    guide
      .slice(guide.indexOf('## Alerts'), guide.indexOf('## When a store is down'))
      .split('\n### ')
      .slice(1)
      .map((section) => [section.split('\n', 1)[0] ?? '', section.split('\n').slice(1).join('\n').trim()]),
  )
  expect([...sections.keys()].sort()).toEqual(rules.map(({ alert }) => alert).sort())
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook_url).toBe(`docs/operating/incidents.md#${alert.toLowerCase()}`)
    expect(annotations.summary.length, alert).toBeGreaterThan(20)
    expect(annotations.description.length, alert).toBeGreaterThan(20)
    expect(sections.get(alert)?.length, alert).toBeGreaterThan(100)
  }
})

test('each panel of the dashboard says what it shows and leads to the console', () => {
  expect(panels.length).toBeGreaterThan(15)
  for (const { title, description, links, targets } of panels) {
    expect(title.length, title).toBeLessThan(30)
    expect(description, title).toMatch(/\?/)
    expect(
      links?.map(({ url }) => url),
      title,
    ).toEqual([expect.stringMatching(/^\$\{console\}\//)])
    expect(targets?.length, title).toBeGreaterThan(0)
  }
})

test('the dashboard is limited to the chosen instances and shows what is up in words and colours', () => {
  expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance', 'console'])
  for (const expr of shown)
    expect(expr.match(/instance=~"\$instance"/g)?.length, expr).toBe(
      expr.match(/\b(coverage|nodejs|process)_\w+/g)?.length,
    )
  const states = panels.filter(({ targets = [] }) =>
    targets.some(({ expr }) => /_(up|writable)\{/.test(expr)),
  )
  expect(states.map(({ title }) => title)).toEqual(['PostgreSQL', 'Changes', 'Redis'])
  for (const { fieldConfig } of states) {
    const { mappings, thresholds } = fieldConfig?.defaults ?? { mappings: [], thresholds: { steps: [] } }
    expect(Object.keys(mappings[0]?.options ?? {})).toEqual(['0', '1'])
    expect(thresholds.steps.length).toBe(2)
  }
})

test('the dashboard counts the covered share as the console does', () => {
  const [covered] = panels.find(({ title }) => title === 'Covered hours')?.targets ?? []
  expect(covered?.expr).toMatch(/kind="covered"\}\) \/ max\(coverage_weekly_hours\{.*kind="required"\}\)$/)
})

type Case = { alert: string; at: number; firing: Record<string, string>; quiet: Record<string, string> }
const one = (alert: string, at: number, series: string, firing: string, quiet: string): Case => ({
  ...{ alert, at },
  ...{ firing: { [series]: firing }, quiet: { [series]: quiet } },
})

/** Values minute by minute in promtool's notation, and the minute in which the alert then fires. */
const cases: Case[] = [
  {
    ...{ alert: 'CoverageInstanceDown', at: 3 },
    firing: {
      'up{job="hr",instance="b"}': '1 0x9',
      'coverage_postgresql_up{job="hr",instance="b"}': '1 _x9',
    },
    quiet: {
      ...{
        'up{job="hr",instance="b"}': '1 0 1x9',
        'coverage_postgresql_up{job="hr",instance="b"}': '1 _ 1x9',
      },
      // Another program, of the same job and of another.
      ...{ 'up{job="hr",instance="c"}': '0x9', 'up{job="node",instance="b"}': '0x9' },
    },
  },
  one('CoveragePostgreSQLAway', 2, 'coverage_postgresql_up', '0x9', '0 1x9'),
  one('CoverageChangesRefused', 2, 'coverage_postgresql_writable', '0x9', '0 1x9'),
  one('CoverageFiguresMissing', 11, 'coverage_gauge_up{gauge="positions"}', '0x19', '0x8 1x9'),
  one('CoverageReplicaAway', 6, 'coverage_replica_up{replica="r"}', '0x9', '0x3 1x9'),
  one('CoverageRedisAway', 3, 'coverage_redis_up', '0x9', '0 1x9'),
  one('CoverageRedisCommandsFail', 12, 'coverage_redis_command_failures_total', '0+120x19', '0+30x19'),
  one('CoverageFaults', 12, 'coverage_requests_total{status="5xx"}', '0+30x19', '0+6x19'),
  {
    ...{ alert: 'CoverageSlow', at: 17 },
    firing: durations(80),
    quiet: durations(99),
  },
  one('CoverageConnectionsExhausted', 6, 'coverage_postgresql_connections{state="waiting"}', '3x9', '3 0x9'),
  one('CoverageProcessBusy', 6, 'nodejs_eventloop_lag_max_seconds', '2x9', '0.5x9'),
  one(
    'CoveragePasswordGuessing',
    16,
    'coverage_security_events_total{event="failed_login"}',
    '0+10x19',
    '0+2x19',
  ),
  one(
    'CoveragePasswordGuessing',
    16,
    'coverage_throttle_requests_total{scope="login",outcome="blocked"}',
    '0+2x19',
    '0+1x19',
  ),
  // Guesses at one account from many addresses.
  one(
    'CoveragePasswordGuessing',
    16,
    'coverage_throttle_requests_total{scope="account",outcome="blocked"}',
    '0+2x19',
    '0+1x19',
  ),
  one('CoverageRefreshTokenReused', 8, 'coverage_security_events_total{event="reuse"}', '0x4 1x9', '1x19'),
  one('CoverageRefusalsBurst', 11, 'coverage_security_events_total{event="csrf"}', '0+20x19', '0+5x19'),
  one('CoverageSecurityEventsLost', 8, 'coverage_security_events_lost_total', '0x4 7x9', '7x19'),
  one(
    'CoverageClientsBlocked',
    32,
    'coverage_throttle_requests_total{scope="user",outcome="blocked"}',
    '0+60x39',
    '0+3x39',
  ),
  one('CoverageWebhookOff', 2, 'coverage_webhook_up{webhook="payroll"}', '1 0x9', '1x9'),
  one(
    'CoverageWebhookBehind',
    7,
    'coverage_webhook_backlog_seconds{webhook="payroll"}',
    '0 4000x9',
    '3500x9',
  ),
  one('CoverageUnitShort', 17, 'coverage_secure_pct{unit="ICU",weeks_ahead="4"}', '79x19', '80x19'),
  {
    ...{ alert: 'CoverageUnitFalls', at: 17 },
    firing: secure(95, 84),
    quiet: secure(95, 85),
  },
  one('CoverageHistoryMissing', 12, 'coverage_history_timestamp_seconds', '-180000x19', '-100000x19'),
]

/** What an org unit can count on now and in eight weeks, in percent. */
function secure(now: number, later: number) {
  const series = (weeks: number) => `coverage_secure_pct{unit="ICU",weeks_ahead="${weeks}"}`
  return { [series(0)]: `${now}x19`, [series(8)]: `${later}x19` }
}

/** A hundred responses per minute, this many of them within a second. */
function durations(prompt: number) {
  const bucket = (le: string) => `coverage_request_duration_seconds_bucket{le="${le}"}`
  return { [bucket('1')]: `0+${prompt}x19`, [bucket('2.5')]: '0+100x19', [bucket('+Inf')]: '0+100x19' }
}

const working = {
  'coverage_postgresql_up{instance="a"}': '1x39',
  'coverage_requests_total{status="2xx"}': '0+600x39',
  'up{instance="a"}': '1x39',
}

function promtoolTest(name: string, at: number, series: Record<string, string>, alerts: string[]) {
  return {
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${at}m`,
        exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  }
}

describe.runIf(isCheck)('for Prometheus', () => {
  let promtool: Program | undefined

  beforeAll(async () => {
    promtool = await findProgram({ programs: ['promtool'], packages: ['prometheus'] }).catch(() => undefined)
    if (!promtool) console.warn('There is no promtool, so no expression and no alert is evaluated.')
  })

  /** What promtool says of a file; without promtool, that it is YAML. */
  async function check(what: 'check' | 'test', content: object) {
    const folder = await mkdtemp(join(tmpdir(), 'monitoring-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'rules.yml')
    await writeFile(file, stringify(content))
    if (!promtool) return expect(parse(readFileSync(file, 'utf8'))).toEqual(content)
    const { path, env } = promtool
    await promisify(execFile)(path, [what, 'rules', file], { env }).catch(({ stdout, stderr }) => {
      throw new Error(`${stdout}${stderr}`)
    })
  }

  test('every expression of the dashboard and of the alerts is valid for Prometheus', async () => {
    await check('check', parse(read('ops', 'alerts.yml')))
    const records = shown.map((expr, at) => ({
      record: `panel:${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }))
    await check('check', { groups: [{ name: 'dashboard', rules: records }] })
  })

  test('each alert fires when it should, alone, and not before', async () => {
    expect(new Set([...cases.map(({ alert }) => alert), 'CoverageServiceAbsent'])).toEqual(
      new Set(rules.map(({ alert }) => alert)),
    )
    const tests = cases.flatMap(({ alert, at, firing, quiet }) => [
      promtoolTest(`${alert} fires`, at, { ...working, ...firing }, [alert]),
      promtoolTest(`${alert} is quiet`, at, { ...working, ...quiet }, []),
    ])
    tests.push(promtoolTest('CoverageServiceAbsent fires', 3, {}, ['CoverageServiceAbsent']))
    tests.push(promtoolTest('CoverageServiceAbsent waits', 1, {}, []))
    const idle = { coverage_postgresql_up: '1x9' }
    tests.push(promtoolTest('CoverageServiceAbsent is quiet while nobody asks', 9, idle, []))
    await check('test', { rule_files: [alertsFile], evaluation_interval: '1m', tests })
  })
})
