import { clinicFacts } from '../../src/planning/facts/read-snapshot.ts'
import { tasks } from '../../src/planning/tasks.ts'
import { answerTasks } from './answer-tasks.ts'

answerTasks({ read: clinicFacts, tasks })
