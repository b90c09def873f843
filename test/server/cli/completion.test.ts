import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runCommand } from '../../setup/programs/command.ts'

const { out: script } = await runCommand(['completion', 'bash'], {})

/** What bash offers after these words, of which the last one is unfinished. */
async function completed(...words: string[]) {
  const ask = `eval "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); __coverage; echo "\${COMPREPLY[*]}"`
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', ask, script, ...words])
  expect(stderr).toBe('')
  return stdout.trim().split(' ')
}

test.each([
  [['thr'], ['throttles']],
  [
    ['users', ''],
    ['list', 'create', 'unbind', 'set-password', 'set-role', 'activate', 'deactivate'],
  ],
  [
    ['import', 'north', '--'],
    ['--end-assignments', '--dry-run', '--json', '--help'],
  ],
  [['users', 'create', '--email', 'ada@clinic.example', '--su'], ['--superuser']],
  [['users', 'create', '--role', 'A'], ['ADMIN']],
  [
    ['rules', 'set', 'MAX_WEEKLY_HOURS', '--enabled', ''],
    ['true', 'false'],
  ],
  [['rules', 'set', 'CONTRACT'], ['CONTRACT_NEAR_EXPIRY']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['nonsense', 'thr'], ['throttles']],
])('bash completes the words %j', async (words, offered) => {
  const found = await completed('coverage', ...words)
  expect(found.slice(0, offered.length)).toEqual(offered)
})

test.each(['zsh', 'fish'])('%s gets a script of its own with the same words', async (shell) => {
  const { code, out } = await runCommand(['completion', shell], {})
  expect(code).toBe(0)
  expect(out).toContain(' users create --role:ADMIN MANAGER SUPERVISOR VIEWER EMPLOYEE')
  expect(out).toContain(shell === 'zsh' ? 'bashcompinit' : 'complete -c coverage')
})

test('another shell is wrong usage, which names those that there are', async () => {
  expect(await runCommand(['completion', 'tcsh'], {})).toMatchObject({
    code: 2,
    err: expect.stringContaining('bash, zsh, fish'),
  })
})
