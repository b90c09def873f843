import { drawnClinic } from './drawn-clinic.ts'
import { seeded } from './hospital.ts'

const heldSets = [
  ['HeadNurse', 'Nurse'],
  ['HeadNurse', 'Nurse', 'Caretaker'],
  ['Nurse', 'Caretaker'],
  ['Nurse', 'Caretaker'],
  ['Nurse'],
  ['Caretaker'],
  ['Caretaker'],
  ['Trainee'],
]
const sizes = { HeadNurse: 1, Nurse: 3, Caretaker: 4, Trainee: 1.5 }

/** A clinic of four shifts with four positions each, in whole days, and of people with three kinds of contract. */
export function wardClinic(seed: number, count: number) {
  const random = seeded(seed)
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
  const people = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${at}`.padStart(3, '0'),
      { hours: one([40, 40, 30, 22]), tags: one(heldSets) },
    ]),
  )
  const hours = Object.values(people).reduce((sum, person) => sum + person.hours, 0)
  const share = ((0.9 + 0.2 * random()) * hours) / (4 * 9.5 * 8)
  const positions = ['Early', 'Day', 'Late', 'Night'].flatMap((unit) =>
    Object.entries(sizes).map(([tag, size]) => {
      const days = Math.max(1, Math.round(share * size * (0.7 + 0.6 * random())))
      return [`${unit} ${tag}`, { hours: 8 * days, tags: [tag], unit }]
    }),
  )
  return drawnClinic({ people, positions: Object.fromEntries(positions) })
}
