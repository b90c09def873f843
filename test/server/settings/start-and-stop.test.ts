import { expect, onTestFinished, test, vi } from 'vitest'
import { exit } from '../../../server/settings/start-and-stop.ts'

test('a process ends by itself, is ended if something is left to do, and keeps the first code', () => {
  vi.useFakeTimers()
  const ended = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  onTestFinished(() => {
    process.exitCode = undefined
    ended.mockRestore()
    vi.useRealTimers()
  })
  exit(2)
  exit(0)
  expect([process.exitCode, ended.mock.calls]).toEqual([2, []])
  vi.advanceTimersByTime(100)
  expect(ended).toHaveBeenCalledWith()
})
