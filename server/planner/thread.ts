import { clinicFacts } from '../../src/planning/read-snapshot.ts'
import { tasks } from '../../src/planning/tasks.ts'
import { answerTasks } from './answer-tasks.ts'

answerTasks({ read: clinicFacts, tasks })
