import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../setup/programs/find-program.ts'

const files = globSync('ops/systemd/*.{service,timer}')

/** What systemd-analyze prints about the units, as if the service were installed in this folder. */
async function analyze(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'coverage-systemd-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const units = files.map((file) => join(folder, basename(file)))
  for (const [at, unit] of units.entries())
    writeFileSync(unit, readFileSync(files[at] ?? '', 'utf8').replaceAll('/opt/coverage', process.cwd()))
  const { path, env } = await findProgram({ programs: ['systemd-analyze'], packages: ['systemd'] })
  // A systemd that is only unpacked has its own units beside it.
  const [usr, root] = [join(path, '..', '..'), join(path, '..', '..', '..')]
  const places = [folder, join(usr, 'lib/systemd/system'), join(root, 'lib/systemd/system')]
  const targets = args.includes('security')
    ? units.filter((unit) => unit.endsWith('/coverage.service'))
    : units
  const { status, stdout, stderr } = spawnSync(path, [...args, ...targets], {
    env: { ...env, SYSTEMD_UNIT_PATH: places.join(':') },
    encoding: 'utf8',
  })
  return { status, stdout, ofUnits: stderr.split('\n').filter((line) => line.includes('coverage')) }
}

test.runIf(process.platform === 'linux')('systemd understands every line of the units', async () => {
  expect(files).toHaveLength(4)
  const { status, ofUnits } = await analyze('verify', '--man=no')
  expect({ status, ofUnits }).toEqual({ status: 0, ofUnits: [] })
})

test.runIf(process.platform === 'linux')('systemd rates the exposure of the service as low', async () => {
  const { status, stdout } = await analyze('security', '--offline=true', '--threshold=25')
  expect(stdout).toMatch(/Overall exposure level for coverage\.service: [\d.]+ OK/)
  expect(status).toBe(0)
})
