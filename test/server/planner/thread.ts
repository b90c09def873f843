import { answerTasks } from '../../../server/planner/answer-tasks.ts'
import { DomainError } from '../../../src/errors.ts'

type Facts = readonly string[]

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
    loop: () => {
      for (;;);
    },
  },
})
