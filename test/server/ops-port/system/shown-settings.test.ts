import { expect, test } from 'vitest'
import { shownSettings } from '../../../../server/ops-port/system/shown-settings.ts'

const shown = (name: string, value: string) =>
  shownSettings({ [name]: value }).find((setting) => setting.name === name)

test.each([
  ['DATABASE_URL', 'postgresql://coverage:s3cret@db:5432/coverage', 'postgresql://db:5432/coverage'],
  [
    'DATABASE_REPLICA_URL',
    'postgresql://coverage:s3cret@a/coverage, postgresql://coverage:s3cret@b:5433/coverage',
    'postgresql://a/coverage,postgresql://b:5433/coverage',
  ],
  ['DATABASE_URL', 'POSTGRESQL://coverage:s3cret@db/coverage', 'postgresql://db/coverage'],
  ['DATABASE_URL', '  postgres://coverage:s3cret@db/coverage', 'postgres://db/coverage'],
  ['DATABASE_URL', 'postgresql://db/coverage?user=u&password=s3cret#s3cret', 'postgresql://db/coverage'],
  ['DATABASE_ADMIN_URL', 'postgresql://owner:s3cret@db/coverage', 'postgresql://db/coverage'],
  ['REDIS_URL', 'REDISS://:s3cret@cache:6380/1', 'rediss://cache:6380/1'],
  ['REDIS_URL', 'redis+cluster://:s3cret@a:7000,b:7001', 'redis+cluster://a:7000,b:7001'],
  [
    'DATABASE_URL',
    'postgresql://coverage:s3,cret@a:5433,b/x?target_session_attrs=primary',
    'postgresql://a:5433,b/x',
  ],
  ['OIDC_ISSUER', 'https://user:s3cret@login.example/realms/x?key=s3cret', 'https://login.example/realms/x'],
])('%s=%s is shown as %s', (name, given, value) => {
  expect(shown(name, given)).toEqual({ name, value, source: 'environment', is_secret: false })
})

test.each([
  ['JWT_SECRET', 's3cret'],
  ['JWT_SECRET_PREVIOUS', 's3cret'],
  ['OIDC_CLIENT_SECRET', 's3cret'],
  ['DATABASE_URL', 's3cret'],
  ['DATABASE_REPLICA_URL', 'postgresql://coverage:s3cret@a/coverage,s3cret'],
  ['DATABASE_URL', 'host=db password=s3cret'],
  ['DATABASE_URL', 'postgresql://coverage:s3cret@db:port/coverage'],
  ['DATABASE_URL', 'postgresql://coverage:12/s3cret@db/coverage'],
  ['REDIS_URL', 's3cret@cache:6379'],
  ['REDIS_URL', 'redis://u/s3cret%40cache'],
])('%s=%s is shown only as set', (name, given) => {
  expect(shown(name, given)).toEqual({ name, value: null, source: 'environment', is_secret: true })
})

test('any other setting is shown as it was given', () => {
  expect(shown('OIDC_AUDIENCE', 'api://coverage@clinic')?.value).toBe('api://coverage@clinic')
  expect(shown('CORS_ALLOWED_ORIGINS', 'https://a.example, https://b.example')?.value).toBe(
    'https://a.example, https://b.example',
  )
})

test('a missing list of replicas is shown as missing', () => {
  const name = 'DATABASE_REPLICA_URL'
  expect(shown(name, '')).toEqual({ name, value: '', source: 'default', is_secret: false })
})
