import { answerTasks } from '../../../server/planning/answer-tasks.ts'
import { DomainError } from '../../../src/errors.ts'

type Facts = readonly string[]

const loop = () => {
  for (;;);
}

const cell = new Int32Array(new SharedArrayBuffer(4))
let counted = 0

// Tasks that go wrong in every way, for the tests of the planner.
answerTasks<Facts>({
  read: (snapshot) => snapshot,
  tasks: {
    echo: (facts, input: unknown) => ({ facts, input }),
    refuse: (_facts, problems: number) => {
      throw new DomainError('INVALID', { lines: Array(problems).fill('No.') })
    },
    fail: () => {
      throw new TypeError('No such thing.')
    },
    crash: () => process.exit(3),
    loop,
    // Waits, and uses no processor time.
    wait: (_facts, milliseconds: number) => ({ waited: Atomics.wait(cell, 0, 0, milliseconds) }),
    count: () => ({ count: ++counted }),
    // By the names of the service's own tasks.
    cliffs: loop,
    plan: () => process.exit(3),
    forecast: () => {
      const end = performance.now() + 2100
      while (performance.now() < end);
      throw new DomainError('INVALID', { weeks: ['Took its time.'] })
    },
  },
})
