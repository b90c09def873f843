import { answerTasks } from '../../../server/planning/answer-tasks.ts'
import { DomainError } from '../../../src/errors.ts'

type Facts = readonly string[]

const loop = () => {
  for (;;);
}

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
