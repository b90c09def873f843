import pg from 'pg'
import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SecurityLog } from '../../../entities/logs/security-log.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { onlyInCheck } from '../../setup/run/ring.ts'
import { cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { browserForFile, openSignedIn } from '../setup/browser.ts'

const soon = { timeout: 45_000 }
const day = 86_400_000
const { service, make } = await serviceForFile()
Object.defineProperty(service.clock, 'now', { get: () => new Date() })
const redis = closedAfterAll(await cuttableProxy(service.redisUrl))
const env = { THROTTLE_ANON: '5/hour' }
const ops = closedAfterAll(await startConsole(service, { env, redisUrl: redis.url }))
const browser = await browserForFile()
const { email } = await service.addUser('ADMIN', { is_staff: true })

async function open(options: BrowserContextOptions = {}, as = email) {
  const { page, context } = await openSignedIn(browser, ops.url, { ...options, email: as })
  onTestFinished(() => context.close())
  return page
}

test('the overview of a calm clinic says so, and says that every list is empty', async () => {
  const page = await open()
  await page.getByText('Nothing needs you right now').waitFor()
  for (const nothing of [
    'No unit is short of hours.',
    'No contract ends within 30 days.',
    'No certificate or qualification ends within 30 days.',
    'No proposal waits for an answer.',
    'No key is near its limit.',
    'No one who has left has an active user.',
    'No refresh token was used twice in the last seven days.',
  ])
    await page.getByText(nothing, { exact: true }).waitFor()
})

describe('where something waits', () => {
  let ward: string

  beforeAll(async () => {
    const unit = await make.unit({ name: 'Ward 3B' })
    ward = unit.id
    await make.position({ org_unit: unit.id, title: 'Nurse, night', required_weekly_hours: '60.00' })
    const { id: position } = await make.position({
      org_unit: unit.id,
      title: 'Nurse, day',
      required_weekly_hours: '8.00',
    })
    await make.assignment({ position, effective_hours: '8.00' })
    const isoDay = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
    const holds = async (last_name: string, category: 'CONTRACT' | 'CERTIFICATION', days: number) => {
      const { id: employee } = await make.employee({ first_name: 'Ada', last_name })
      const { id: tag } = await make.tag({ category, display_name: `${last_name} tag` })
      await make.employeeTag({ employee, tag, end_date: isoDay(days) })
    }
    await holds('Contracted', 'CONTRACT', 10)
    await holds('Certified', 'CERTIFICATION', 5)
    const proposal_expires_at = new Date(Date.now() + day / 2)
    await make.employee({
      first_name: 'Ada',
      last_name: 'Asked',
      status: 'PROPOSAL_PENDING',
      proposal_expires_at,
    })
    const left = { status: 'TERMINATED', termination_date: isoDay(-3) } as const
    const { email: kept, id } = await service.addUser('EMPLOYEE', {
      given_name: 'Gone',
      family_name: 'User',
    })
    await make.employee({ ...left, first_name: 'Ada', last_name: 'Gone', email: kept })
    const entry = { event: 'reuse', outcome: 'REFUSED', times: 1, name: '', via: 'rest', target: '' } as const
    const from = { address: '198.51.100.9', user_agent: '', request_id: '', user_id: id }
    const created_at = new Date(Date.now() - 60_000)
    await service.orm.em.fork().insert(SecurityLog, { ...entry, ...from, created_at })
    for (let request = 0; request < 5; request++) await ops.services.throttles.consume('anon', '203.0.113.7')
    for (let time = 0; time < 12; time++) ops.services.activity.loginFailed('203.0.113.7', kept)
  })

  test.each(
    onlyInCheck(
      { device: 'a screen', viewport: { width: 1440, height: 900 } },
      { device: 'a phone', viewport: { width: 390, height: 844 } },
    ),
  )(
    'each number of the overview on $device leads to its page with the filter set',
    async ({ viewport }) => {
      const page = await open({ viewport })
      const main = page.getByRole('main')
      const follow = async (link: string, path: string, [found, filteredOut]: [string, string?]) => {
        await main.getByRole('link', { name: link }).first().click()
        await main.getByText(found).first().waitFor()
        if (filteredOut) expect(await main.getByRole('link', { name: filteredOut }).count(), link).toBe(0)
        expect(decodeURIComponent(new URL(page.url()).href.slice(ops.url.length))).toBe(path)
        await page.goBack()
        await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      }
      await follow('203.0.113.7 has reached the limit of 5', '/throttles/anon/203.0.113.7', ['203.0.113.7'])
      await follow('A refresh token was used twice', '/audit?log=security&event=reuse', ['198.51.100.9'])
      await follow('12 failed logins in the last hour', '/throttles?range=hour', ['203.0.113.7'])
      await follow(
        '1 person has left, but their user is still active',
        '/users?is_leaver=true&is_active=true',
        ['User, Gone', 'Family, Given'],
      )
      await follow('1 proposal expires within 24 hours', '/people?status=PROPOSAL_PENDING', [
        'Asked, Ada',
        'Certified, Ada',
      ])
      await follow('1 vacant position', '/positions?state=VACANT', ['Nurse, night', 'Nurse, day'])
      await follow('60 h', '/coverage', ['Ward 3B'])
      await follow('Ward 3B', `/coverage/${ward}`, ['Nurse, night'])
      await follow('1 person whose contract ends', '/people?contract_ends=30', [
        'Contracted, Ada',
        'Certified, Ada',
      ])
      await follow('1 person whose certificate', '/people?certificate_ends=30', [
        'Certified, Ada',
        'Contracted, Ada',
      ])
      await follow('1 proposal waiting', '/people?status=PROPOSAL_PENDING', ['Asked, Ada', 'Certified, Ada'])
      await page.getByRole('region', { name: 'Certificates' }).getByText('Certified tag').waitFor()
    },
    90_000,
  )

  test('what needs an operator is counted, also where only the first are listed', async () => {
    const proposal_expires_at = new Date(Date.now() + 0.9 * day)
    for (let one = 0; one < 6; one++) {
      await make.employee({ status: 'PROPOSAL_PENDING', proposal_expires_at })
      for (let request = 0; request < 5; request++)
        await ops.services.throttles.consume('anon', `203.0.113.${20 + one}`)
    }
    const page = await open()
    await page.getByRole('link', { name: '7 proposals expire within 24 hours' }).waitFor()
    await page.getByRole('link', { name: '2 more keys have reached their limits' }).waitFor()
  })

  testInCheck(
    'with Redis down and a slow statement, the overview shows the rest and says what is unknown',
    async () => {
      const page = await open()
      await page.getByRole('link', { name: 'Ward 3B' }).waitFor()
      const other = new pg.Client(service.ownerUrl)
      await other.connect()
      onTestFinished(() => other.end())
      await other.query('begin; lock table employee_tags in access exclusive mode')
      await redis.cut()
      onTestFinished(() => redis.restore())
      await page.reload()
      await page.getByRole('link', { name: 'Redis is not responding' }).waitFor(soon)
      await page.getByText('Part of this page could not be loaded. See below.').waitFor(soon)
      const panel = (name: string) => page.getByRole('region', { name })
      await panel('Contracts').getByRole('alert').waitFor(soon)
      await panel('Keys').getByText('Only what this process has counted is known.').waitFor(soon)
      await panel('Proposals').getByText('Asked, Ada').waitFor(soon)
      await panel('Units').getByText('60 h short').waitFor(soon)
      await other.query('rollback')
      await redis.restore()
      await panel('Contracts').getByText('Contracted, Ada').waitFor(soon)
      await page
        .getByRole('link', { name: 'Redis is not responding' })
        .waitFor({ state: 'detached', ...soon })
    },
    90_000,
  )
})

testInCheck('staff who see only themselves start on their own page', async () => {
  const own = await service.addUser('EMPLOYEE', { is_staff: true })
  const { id } = await make.employee({ email: own.email, first_name: 'Eva', last_name: 'Own' })
  const page = await open({}, own.email)
  await page.getByRole('heading', { level: 1, name: 'Eva Own' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/people/${id}`)
})
