import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findProgram } from '../../setup/programs/find-program.ts'

/** Runs a command on a terminal, presses the key at the prompt, and prints the exit status and what was shown. */
const onTerminal = `
import os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b''
pressed = False
while True:
    try:
        read = os.read(terminal, 1024)
    except OSError:
        break
    if not read:
        break
    shown += read
    if not pressed and b'Password: ' in shown:
        pressed = True
        os.write(terminal, bytes([int(sys.argv[1])]))
print(os.WEXITSTATUS(os.waitpid(child, 0)[1]), shown.decode())
`

test.each([
  ['Ctrl-C', 3, '130 Password: '],
  ['Ctrl-D', 4, '1 Password: \nGive a password with --password or on standard input.'],
])('%s at the prompt for a password ends the command without a stack', async (_, key, ended) => {
  const python = await findProgram({ programs: ['python3'], packages: ['python3'] })
  const command = [
    'node_modules/.bin/node',
    'server/cli/main.ts',
    'users',
    'set-password',
    'ada@clinic.example',
  ]
  const { stdout } = await promisify(execFile)(python.path, ['-c', onTerminal, `${key}`, ...command], {
    env: python.env,
  })
  expect(stdout.replaceAll('\r', '').trimEnd()).toBe(ended.trimEnd())
})
