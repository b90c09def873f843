import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Environment } from '../../server/settings/settings.ts'

type Service = {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  ports?: string[]
  privileged?: boolean
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
    expect(service.image).toMatch(isOurs ? /^coverage$/ : /:\d+\.\d+$/)
  })
})

test('the container of the service has its settings, but not the address of the owner of the tables', () => {
  const { environment } = services.service
  expect(Object.keys(Environment.shape)).toEqual(expect.arrayContaining(Object.keys(environment)))
  expect(environment.DATABASE_ADMIN_URL).toBeUndefined()
  const roles = [services.migrate.environment.DATABASE_URL, services.migrate.environment.DATABASE_ADMIN_URL]
  expect(environment.DATABASE_URL).toBe(roles[0])
  expect(roles.map((url) => /^postgresql:\/\/(\w+):/.exec(url ?? '')?.[1])).toEqual([
    'coverage_service',
    'coverage',
  ])
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

test('the image has a pinned version of Node, runs as its user and has a health check', () => {
  expect(dockerfile.match(/^FROM node:\d+\.\d+-slim/gm)).toHaveLength(2)
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
})
