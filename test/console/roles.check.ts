import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/accounts/permissions.ts'
import { startConsole } from '../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../setup/fixture.ts'
import { browserForFile, openSignedIn } from './setup/browser.ts'
import { untilShown } from './setup/console-pages.ts'

// What staff of each role come for: done to its end in at most three clicks, or not offered to those who may not.

const env = { THROTTLE_LOGIN: '100/hour' }
const { service, make } = await serviceForFile({ env })
Object.defineProperty(service.clock, 'now', { get: () => new Date() })
// Signs in only now, since the clock has moved.
const admin = await service.as('ADMIN')
const ops = closedAfterAll(await startConsole(service, { env }))
const browser = await browserForFile()

const soon = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
const contract = (await make.tag({ name: 'FULL40', category: 'CONTRACT', hours_delta: '40.00' })).id
const night = (await make.tag({ name: 'Night', display_name: 'Night', category: 'CERTIFICATION' })).id
const ward = (await make.unit({ name: 'Ward 1' })).id

async function person(last_name: string) {
  const employee = (await make.employee({ last_name, first_name: 'Noa' })).id
  await make.employeeTag({ employee, tag: contract })
  await make.employeeTag({ employee, tag: night, end_date: soon })
  return employee
}

const everybody: readonly Role[] = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER']
const assigning = everybody.slice(0, 3)
const managing = everybody.slice(0, 2)

// Each role has a position that lacks hours, someone who works there, who could, and who has a proposal.
for (const role of everybody) {
  const { id: position } = await make.position({
    title: `Nurse ${role}`,
    org_unit: ward,
    required_weekly_hours: '60.00',
  })
  await make.positionTag({ position, tag: night })
  await make.assignment({ employee: await person(`Works${role}`), position, effective_hours: '30.00' })
  await person(`Free${role}`)
  const asked = await person(`Asked${role}`)
  await admin.post(`/api/v1/employees/${asked}/propose/`, { proposal_type: 'TRANSFER' })
}

type Job = {
  name: string
  may: readonly Role[]
  /** What is typed after Ctrl-K to get there. */
  ask: string
  /** What the page shows to everybody: only then is a button known to be missing. */
  shows?: string | RegExp
  /** The button that begins it, if anything is changed, and the one that ends it. */
  button?: string | RegExp
  confirm?: string
  fill?: (dialog: Locator) => Promise<unknown>
  /** What the page then says. */
  done: string | RegExp
  undo?: true
}

const giveReason = (dialog: Locator) => dialog.getByLabel('Reason').fill('As agreed')

const jobsOf = (role: Role): Job[] => [
  {
    name: 'find who can cover a vacancy, and assign them',
    may: assigning,
    ask: `who nurse ${role}`,
    shows: /^\d+\. Free/,
    button: `Assign Free${role}, Noa, Nurse ${role}`,
    confirm: 'Assign',
    done: `Noa Free${role} now has 30 h per week as Nurse ${role}, Ward 1.`,
    undo: true,
  },
  {
    name: 'change the hours of an assignment',
    may: assigning,
    ask: `works${role}`,
    shows: `Nurse ${role}`,
    button: `Change hours Nurse ${role}, Ward 1`,
    fill: (dialog) => dialog.getByLabel('Hours per week').fill('20'),
    confirm: 'Save',
    done: `Noa Works${role} now has 20 h per week.`,
    undo: true,
  },
  {
    name: 'suspend an assignment',
    may: assigning,
    ask: `works${role}`,
    shows: `Nurse ${role}`,
    button: `Suspend Nurse ${role}, Ward 1`,
    confirm: 'Suspend',
    done: `The assignment of Noa Works${role} is suspended.`,
    undo: true,
  },
  {
    name: 'end an assignment',
    may: assigning,
    ask: `works${role}`,
    shows: `Nurse ${role}`,
    button: `End Nurse ${role}, Ward 1`,
    confirm: 'End',
    done: `The assignment of Noa Works${role} has ended.`,
    undo: true,
  },
  {
    name: 'apply a plan',
    may: assigning,
    ask: 'planner',
    shows: 'Planner',
    button: /^Apply \d/,
    confirm: 'Apply',
    done: /applied, \d+ h per week\./,
    undo: true,
  },
  {
    name: 'renew a certificate',
    may: managing,
    ask: `works${role}`,
    shows: `Nurse ${role}`,
    button: 'Renew Night',
    confirm: 'Renew',
    done: /^Night now ends on /,
    undo: true,
  },
  {
    name: 'withdraw a proposal',
    may: managing,
    ask: `asked${role}`,
    shows: new RegExp(`Asked${role}`),
    button: 'Withdraw',
    confirm: 'Withdraw',
    done: `The proposal to Noa Asked${role} was withdrawn.`,
    undo: true,
  },
  {
    name: 'make what was tried so',
    may: managing,
    ask: `renew night free${role}`,
    shows: new RegExp(`Free${role}`),
    button: 'Make it so…',
    fill: giveReason,
    confirm: 'Make it so',
    done: '1 change was made.',
    undo: true,
  },
  {
    name: 'create an employee',
    may: managing,
    ask: 'master data',
    shows: 'Master data',
    button: 'Create an employee…',
    async fill(dialog) {
      for (const name of ['first_name', 'last_name', 'employee_number', 'document_number'])
        await dialog.locator(`[name=${name}]`).fill(`N${role}`)
      await dialog.locator('[name=hire_date]').fill(soon)
      await dialog.locator('[name=email]').fill(`new-${role}@clinic.example`)
    },
    confirm: 'Create',
    done: 'Created.',
  },
  {
    name: 'block an address',
    may: ['ADMIN'],
    ask: '203.0.113.7',
    shows: '203.0.113.7',
    button: 'Block: 203.0.113.7, Logins',
    fill: giveReason,
    confirm: 'Block',
    done: 'The key was blocked.',
  },
  { name: 'see what a leave would do', may: everybody, ask: `works${role} leave`, done: /30 h .* lost/ },
  { name: 'see who could cover a vacancy', may: everybody, ask: `who nurse ${role}`, done: /^\d+\. Free/ },
  { name: 'see what breaks next', may: everybody, ask: 'forecast', done: `Works${role}, Noa` },
]

describe.each(everybody)('%s staff', (role) => {
  let page: Page
  let close = async () => {}
  beforeAll(async () => {
    const { email } = await service.addUser(role, { is_staff: true })
    const opened = await openSignedIn(browser, ops.url, { email })
    page = opened.page
    close = () => opened.context.close()
  })
  afterAll(() => close())

  const named = jobsOf(role).map(
    (job) => [`${job.may.includes(role) ? 'can' : 'are not offered to'} ${job.name}`, job] as const,
  )

  test.each(named)('%s', async (_, { ask, shows = '', button, fill, confirm = '', done, ...job }) => {
    let clicks = 0
    const click = (target: Locator) => {
      clicks++
      return target.click()
    }
    await page.goto(ops.url)
    await untilShown(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(ask)
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname }) => pathname !== '/')
    await untilShown(page)
    const begin = page
      .getByRole('main')
      .getByRole('button', { name: button ?? '', exact: true, disabled: false })
    if (!job.may.includes(role)) {
      await page.getByRole('main').getByText(shows).first().waitFor()
      return expect(await begin.count()).toBe(0)
    }
    if (button) {
      await click(begin)
      const dialog = page.getByRole('dialog')
      await fill?.(dialog)
      await click(dialog.getByRole('button', { name: confirm, exact: true }))
    }
    await page.getByText(done).first().waitFor()
    if (job.undo) {
      await click(page.getByRole('alert').getByRole('button', { name: 'Undo' }))
      await page
        .getByRole('alert')
        .getByText(/^Undone: /)
        .waitFor()
    }
    expect(clicks).toBeLessThanOrEqual(3)
  })
})
