import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import packageLock from '../../package-lock.json' with { type: 'json' }
import { Environment, readSettings } from '../../server/settings/settings.ts'

type Service = {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  ports?: string[]
  privileged?: boolean
  stop_grace_period?: string
  environment: Record<string, string>
}

const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  services: Record<'service' | 'migrate' | 'postgres' | 'redis', Service>
}
const dockerfile = readFileSync('Dockerfile', 'utf8')

describe.each(Object.entries(services))('the container of %s', (name, service) => {
  test('the container has a read-only root and only the capabilities that it needs', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(service.privileged).toBeUndefined()
    const added = name === 'postgres' ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'] : undefined
    expect(service.cap_add).toEqual(added)
  })

  test('the container can be reached only from this host, if at all', () => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  })

  test('the container has a pinned version', () => {
    const isOurs = ['service', 'migrate'].includes(name)
    if (isOurs) expect(service.image).toBe(`\${COVERAGE_IMAGE:-coverage:${packageJson.version}}`)
    else expect(service.image).toMatch(/:\d+\.\d+$/)
  })
})

test('each setting of the containers comes from the environment, unless it follows from the file itself', () => {
  const { service, migrate } = services
  // The containers' own addresses stay as they are; retirement of logs is the owner's.
  const left = ['HOST', 'PORT', 'OPS_PORT', 'DATABASE_ADMIN_URL', 'LOG_RETENTION_MONTHS']
  const passed = Object.keys(Environment.shape).filter((name) => !left.includes(name))
  expect(Object.keys(service.environment).sort()).toEqual(passed.sort())
  const fixed = ['OPS_HOST', 'DATABASE_URL', 'DATABASE_ADMIN_URL', 'REDIS_URL']
  for (const [name, value] of Object.entries({ ...migrate.environment, ...service.environment }))
    if (!fixed.includes(name)) expect(value).toMatch(new RegExp(`^\\$\\{${name}:[-?].*\\}$`))
})

test('only the container that migrates has the address of the owner of the tables', () => {
  const { service, migrate } = services
  expect(service.environment.DATABASE_ADMIN_URL).toBeUndefined()
  const roles = [migrate.environment.DATABASE_URL, migrate.environment.DATABASE_ADMIN_URL]
  expect(service.environment.DATABASE_URL).toBe(roles[0])
  expect(roles.map((url) => /^postgresql:\/\/(\w+):/.exec(url ?? '')?.[1])).toEqual([
    'coverage_service',
    'coverage',
  ])
})

test("the operators' guide names every setting, and no other", () => {
  const guide = readFileSync('docs/operating/install.md', 'utf8')
  const [, table = ''] = /^## Settings\n(.*?)^## /ms.exec(guide) ?? []
  const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`([A-Z_]+)`/g),
  ])
  expect(named.map(([, name]) => name).sort()).toEqual(Object.keys(Environment.shape).sort())
})

test('every secret must be given, and none is in the file', () => {
  const texts = Object.values(services).flatMap(({ environment }) => Object.values(environment))
  const secrets = ['JWT_SECRET', 'POSTGRES_PASSWORD', 'POSTGRES_SERVICE_PASSWORD', 'REDIS_PASSWORD']
  for (const secret of secrets) {
    const uses = texts.filter((text) => new RegExp(`\\$\\{${secret}\\b`).test(text))
    expect(uses.length).toBeGreaterThan(0)
    for (const use of uses) expect(use).toContain(`\${${secret}:?`)
  }
})

test('the first lines of the file list what must be given', () => {
  const file = readFileSync('docker-compose.yml', 'utf8')
  const listed = file.matchAll(/^# {3}(\w+) {2,}/gm)
  const required = file.matchAll(/\$\{(\w+):\?/g)
  const names = (found: Iterable<string[]>) => new Set(Array.from(found, ([, name]) => name))
  expect(names(listed)).toEqual(names(required))
})

test('the page about compose says what the file cannot know: how long a drain takes, and who its proxy is', () => {
  expect(services.service.stop_grace_period).toBe(`${readSettings({}).drainSeconds + 15}s`)
  const page = readFileSync('ops/compose/README.md', 'utf8')
  expect(page).toMatch(/`stop_grace_period` is `DRAIN_SECONDS` \+ 15\..*`TRUST_PROXY=1`/s)
})

test('the image has a pinned version of Node, runs as its user and has a health check', () => {
  expect(dockerfile.match(/^FROM node:\d+\.\d+-slim/gm)).toHaveLength(3)
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
})

test('the image carries neither a compiler nor what generates documents and bundles', () => {
  const [, removed = ''] = /rm -rf (.*?)&&/s.exec(dockerfile) ?? []
  const isRemoved = (path: string) =>
    removed.split(/[\s\\]+/).some((pattern) => pattern && `${path}/`.startsWith(`${pattern}/`))
  const kept = Object.entries(
    packageLock.packages as Record<string, { dev?: boolean; devOptional?: boolean }>,
  )
    .filter(([path, { dev }]) => path && !dev && !isRemoved(path))
    .map(([path]) => path.replace(/.*node_modules\//, ''))
  expect(kept).toContain('@trpc/server')
  expect(kept.filter((name) => /typescript|openapi|vite|esbuild|rollup|rolldown/.test(name))).toEqual([])
})

test('the page about compose names only containers that exist, and the owner and the database that they have', () => {
  const page = readFileSync('ops/compose/README.md', 'utf8')
  const named = [...page.matchAll(/docker compose (?:exec -T|run --rm|stop) (\w+)/g)]
  expect(new Set(named.map(([, name]) => name))).toEqual(new Set(['postgres', 'migrate', 'service']))
  const { POSTGRES_USER, POSTGRES_DB } = services.postgres.environment
  const commands = [
    ...page.matchAll(/^docker compose exec -T postgres .*--username=(\w+) .*?(\w+)(?: [<>].*)?$/gm),
  ]
  expect(commands.map(([, user, database]) => [user, database])).toEqual(
    Array(4).fill([POSTGRES_USER, POSTGRES_DB]),
  )
})
