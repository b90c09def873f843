import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import { maximumFiles } from '../../server/bulk/unpack.ts'
import { opsHosts } from '../../server/http/hosts.ts'
import { Environment, readSettings } from '../../server/settings/settings.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const settingsOf = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.split(/=(.*)/s, 2)),
  ) as Record<string, string>

type Variable = { name: string; value?: string; valueFrom?: { fieldRef: { fieldPath: string } } }
type Container = {
  name: string
  env: Variable[]
  securityContext: object
  volumeMounts: { name: string }[]
  ports?: { name: string; containerPort: number }[]
  readinessProbe?: { periodSeconds: number; failureThreshold: number }
}
type Pod = { initContainers?: Container[]; containers: Container[]; terminationGracePeriodSeconds?: number }

const folder = 'ops/kubernetes'
const kustomization = parse(read(`${folder}/kustomization.yaml`)) as {
  resources: string[]
  images: { newTag: string }[]
}
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(`${folder}/${file}`)).map((document) => document.toJS()),
)
const manifest = (kind: string) => manifests.find((one) => one.kind === kind) ?? expect.unreachable()
const settings = settingsOf(read(`${folder}/settings.env`))
const pods: Pod[] = [
  manifest('Deployment').spec.template.spec,
  manifest('CronJob').spec.jobTemplate.spec.template.spec,
]
const containers = pods.flatMap((pod) => [...(pod.initContainers ?? []), ...pod.containers])
const [service = expect.unreachable()] = pods[0]?.containers ?? []

const units = globSync('ops/systemd/*.service').toSorted()
const isSetting = (name: string) => name.replace(/_FILE$/, '') in Environment.shape

test('every manifest of the folder is one of its kustomization, which names the version of the release', () => {
  const files = globSync('*.yaml', { cwd: folder }).filter((file) => file !== 'kustomization.yaml')
  expect(kustomization.resources.toSorted()).toEqual(files.toSorted())
  expect(kustomization.images.map(({ newTag }) => newTag)).toEqual([packageJson.version])
})

test('the manifests give the containers only settings that exist, and with which the service starts', () => {
  const given = containers.flatMap(({ env }) => env.map(({ name }) => name))
  expect([...Object.keys(settings), ...given].filter((name) => !isSetting(name))).toEqual(['POD_IP'])
  const secrets = {
    DATABASE_URL: 'postgresql://coverage_service@db/coverage',
    REDIS_URL: 'rediss://cache',
    JWT_SECRET: 'x'.repeat(32),
  }
  const files = service.env.map(({ name }) => name).filter((name) => name.endsWith('_FILE'))
  expect(files).toEqual(Object.keys(secrets).map((name) => `${name}_FILE`))
  expect(readSettings({ ...settings, ...secrets, OPS_ALLOWED_HOSTS: '10.0.0.5' }).deployment).toBe(
    'production',
  )
})

test('logs are kept for good on every platform, unless an operator says otherwise', () => {
  expect(settings).not.toHaveProperty('LOG_RETENTION_MONTHS')
  expect(containers.flatMap(({ env }) => env.map(({ name }) => name))).not.toContain('LOG_RETENTION_MONTHS')
  for (const file of units) expect(read(file)).not.toContain('LOG_RETENTION_MONTHS')
})

test('Prometheus and the probes reach the ops port of a pod by its address, whatever names the settings add', () => {
  const [address, names] = service.env
  expect([address?.name, address?.valueFrom?.fieldRef.fieldPath]).toEqual(['POD_IP', 'status.podIP'])
  const { OPS_HOST, OPS_ALLOWED_HOSTS } = settings
  for (const given of [OPS_ALLOWED_HOSTS, 'ops.example.org']) {
    // As Kubernetes does it: a reference to what is not there stays as it is.
    const known: Record<string, string | undefined> = { POD_IP: '10.0.0.5', OPS_ALLOWED_HOSTS: given }
    const value = names?.value?.replace(/\$\((\w+)\)/g, (reference, name) => known[name] ?? reference)
    const { opsAllowedHosts, ...read } = readSettings({ OPS_HOST, OPS_ALLOWED_HOSTS: value })
    expect([names?.name, opsAllowedHosts]).toEqual(['OPS_ALLOWED_HOSTS', ['10.0.0.5', given].filter(Boolean)])
    expect([read.opsHost, opsHosts(opsAllowedHosts)('10.0.0.5')]).toEqual(['0.0.0.0', true])
    expect(service.ports?.map(({ containerPort }) => containerPort)).toEqual([read.port, read.opsPort])
  }
})

test('the ingress lets the largest files of an import through', () => {
  const { annotations } = manifest('Ingress').metadata
  const mebibytes = Number.parseInt(annotations['nginx.ingress.kubernetes.io/proxy-body-size'], 10)
  expect(mebibytes * 1024 * 1024).toBeGreaterThan(maximumFiles)
})

test('nginx and the ingress wait ten minutes for an answer, as long as a plan may take', () => {
  const { annotations } = manifest('Ingress').metadata
  const [, seconds] = /^ +proxy_read_timeout (\d+)s;/m.exec(read('ops/nginx/coverage.conf')) ?? []
  expect([seconds, annotations['nginx.ingress.kubernetes.io/proxy-read-timeout']]).toEqual(['600', '600'])
})

test('a pod may reach names, PostgreSQL, Redis, its Sentinels and web servers at their usual ports', () => {
  const egress: { ports: { port: number }[] }[] = manifest('NetworkPolicy').spec.egress
  const open = egress.flatMap(({ ports }) => ports.map(({ port }) => port))
  expect(new Set(open)).toEqual(new Set([53, 5432, 6379, 26_379, 443]))
})

test('only the containers that migrate and retire logs have the address of the owner', () => {
  const isOwner = ({ env }: Container) => env.some(({ name }) => name.startsWith('DATABASE_ADMIN_URL'))
  expect(containers.filter(isOwner).map(({ name }) => name)).toEqual(['migrate', 'retire-logs'])
  const mounts = containers.filter(({ volumeMounts }) => volumeMounts.some(({ name }) => name === 'owner'))
  expect(mounts.map(({ name }) => name)).toEqual(['migrate', 'retire-logs'])
})

test('no container of a pod can write to its image, or gain rights', () => {
  for (const { securityContext } of containers)
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
})

test('a pod drains until the readiness probe has noticed, and is given 15 seconds more', () => {
  const { periodSeconds = 0, failureThreshold = 0 } = service.readinessProbe ?? {}
  expect(Number(settings.DRAIN_SECONDS)).toBeGreaterThan(periodSeconds * failureThreshold)
  expect(pods[0]?.terminationGracePeriodSeconds).toBe(Number(settings.DRAIN_SECONDS) + 15)
})

test('whatever chooses pods chooses those of the service', () => {
  const { labels } = manifest('Deployment').spec.template.metadata
  const selectors = [
    manifest('Deployment').spec.selector.matchLabels,
    manifest('PodDisruptionBudget').spec.selector.matchLabels,
    ...manifests.filter(({ kind }) => kind === 'Service').map(({ spec }) => spec.selector),
  ]
  expect(selectors).toEqual([labels, labels, labels, labels])
  expect(labels).toMatchObject(manifest('NetworkPolicy').spec.podSelector.matchLabels)
  const { selector } = manifest('ServiceMonitor').spec
  const watched = manifests.find(
    ({ kind, metadata }) => kind === 'Service' && metadata.name === 'coverage-ops',
  )
  expect(watched?.metadata.labels).toMatchObject(selector.matchLabels)
})

test('the units give the service only settings that exist, and start it as npm does', () => {
  const given = units.flatMap((file) => [...read(file).matchAll(/(?<=^Environment=.*)\b([A-Z_]+)=/gm)])
  expect(given.length).toBeGreaterThan(0)
  expect(given.map(([, name = '']) => name).filter((name) => !isSetting(name))).toEqual([])
  const [, start] = /^ExecStart=(.*)$/m.exec(read('ops/systemd/coverage.service')) ?? []
  expect(start).toBe(`/opt/coverage/node_modules/.bin/${packageJson.scripts.start}`)
  expect(read('Dockerfile')).toContain(
    `CMD ${JSON.stringify(packageJson.scripts.start.split(' ')).replaceAll(',', ', ')}`,
  )
})

test('every credential that a unit names as a file is loaded, and only two units load the address of the owner', () => {
  for (const file of units) {
    const loaded = [...read(file).matchAll(/^LoadCredential=(\w+):\/etc\/coverage\/secrets\/\1$/gm)]
    const named = [...read(file).matchAll(/\b(\w+)_FILE=%d\/\1\b/g)]
    expect(named.map(([, name]) => name)).toEqual(loaded.map(([, name]) => name))
  }
  expect(units.filter((file) => read(file).includes('DATABASE_ADMIN_URL'))).toEqual([
    'ops/systemd/coverage-migrate.service',
    'ops/systemd/coverage-retire.service',
  ])
})

test('every setting that a page about a platform names exists', () => {
  const pages = globSync('ops/*/README.md')
  const names = pages.flatMap((file) => [
    ...read(file).matchAll(/\b((?:OPS|OIDC|DATABASE|JWT|REDIS|ALLOW|TRUST|DRAIN|LOG)_[A-Z_]+)\b/g),
  ])
  expect(names.length).toBeGreaterThan(10)
  expect(names.map(([, name = '']) => name).filter((name) => !isSetting(name))).toEqual([])
})
