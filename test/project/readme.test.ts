import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { hashPassword } from '../../server/auth/passwords.ts'
import { demoUsers } from '../../server/demo/users.ts'
import { serviceForFile } from '../setup/fixture.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const { service, make } = await serviceForFile()
const { email, password } = demoUsers.manager
await service.addUser('MANAGER', { email, password_hash: await hashPassword(password) })
await make.employee({ last_name: 'Puig' })
await make.position({ title: 'Night nurse' })

/** The example in the section of the README, for the service under test. */
async function example(section: string, language: string) {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const [, text] = readme.split(`### ${section}\n`)
  const found = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text ?? '')?.[1]
  return (found ?? expect.unreachable()).replace('http://localhost:8000', service.url)
}

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-readme-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test("the README's example with curl runs unchanged, twice, and every request succeeds", async () => {
  const cwd = await emptyFolder()
  const strict = 'curl() { command curl -sS --fail-with-body -w "\\n%{http_code}\\n" "$@"; }'
  const script = `${strict}\n${await example('From curl', 'sh')}`
  for (let time = 0; time < 2; time++) {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd })
    expect(stdout.match(/^\d{3}$/gm)).toEqual(['200', '200', '200', '204'])
    expect(stdout).toContain('"last_name":"Puig"')
  }
})

test("the README's example in TypeScript runs unchanged, twice", async () => {
  const file = join(await emptyFolder(), 'example.ts')
  const text = await example('From TypeScript', 'ts')
  await writeFile(file, text.replace('@workforce-coverage/client', join(root, 'client/src/index.ts')))
  for (let time = 0; time < 2; time++) {
    const { stdout } = await run(process.execPath, [file])
    expect(stdout.split('\n')).toEqual([
      'Signed in as manager@aurelia.example, MANAGER',
      'Vacant: Night nurse',
      '',
    ])
  }
})
