import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { shownSettings } from '../../../server/ops-port/system/shown-settings.ts'
import { Environment, readSettings } from '../../../server/settings/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'coverage-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const address = 'postgresql://coverage:s3cret@db/coverage'

test('a setting comes from the file that its variable with _FILE names, without the last newline', () => {
  const files = {
    DATABASE_URL_FILE: file('database', `${address}\n`),
    JWT_SECRET_FILE: file('secret', ' a secret of thirty-two bytes or so\r\n'),
    TIME_ZONE_FILE: file('zone', 'Europe/Madrid'),
  }
  expect(readSettings(files)).toMatchObject({
    databaseUrl: address,
    jwtSecret: ' a secret of thirty-two bytes or so',
    timeZone: 'Europe/Madrid',
  })
})

test('every setting may come from a file', () => {
  const missing = join(folder, 'nowhere')
  const names = Object.keys(Environment.shape)
  const problems = names.map((name) => `  ${name}_FILE cannot be read (ENOENT)`)
  expect(() => readSettings(Object.fromEntries(names.map((name) => [`${name}_FILE`, missing])))).toThrow(
    ['The settings are not usable:', ...problems].join('\n'),
  )
})

test('an empty file counts as unset, and _FILE after another name means nothing', () => {
  const empty = file('empty', '\n')
  expect(readSettings({ JWT_SECRET_FILE: empty, LOG_FILE: join(folder, 'nowhere') })).toEqual(
    readSettings({}),
  )
})

test('a setting from a file is checked as one from the environment, and never printed', () => {
  const short = file('short', 's3cret')
  const env = {
    DEPLOYMENT: 'production',
    ALLOWED_HOSTS: 'api.example.org',
    DATABASE_URL: address,
    REDIS_URL: 'rediss://cache',
    JWT_SECRET_FILE: short,
    OIDC_CLIENT_SECRET: 'one',
    OIDC_CLIENT_SECRET_FILE: short,
    JWT_SECRET_PREVIOUS_FILE: 's3cret',
  }
  expect(() => readSettings(env)).toThrow(
    [
      'The settings are not usable:',
      '  JWT_SECRET_PREVIOUS_FILE cannot be read (ENOENT)',
      '  OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE exclude each other',
      '  JWT_SECRET of at least 32 bytes is required with DEPLOYMENT=production',
    ].join('\n'),
  )
})

test('the System page shows a setting from a file as set, without its secret', () => {
  const shown = shownSettings({
    DATABASE_URL_FILE: file('database', address),
    JWT_SECRET_FILE: file('secret', 's3cret'),
  })
  expect(shown.filter(({ source }) => source === 'file')).toEqual([
    { name: 'DATABASE_URL', value: 'postgresql://db/coverage', source: 'file', is_secret: false },
    { name: 'JWT_SECRET', value: null, source: 'file', is_secret: true },
  ])
})
