import type { AssignedHours, ClinicFacts } from './clinic-facts.ts'

/** What the clinic's people do: the hours of their ACTIVE assignments, in hundredths, and the assignments themselves. */
export type Workload = { ofEmployee: number[]; ofPosition: number[]; assignments: AssignedHours[][] }

/** The workload, by index of employee and position; it leaves out SUSPENDED assignments. */
export function workloadOf({ employees, positions, assignments }: ClinicFacts): Workload {
  const load: Workload = {
    ofEmployee: employees.map(() => 0),
    ofPosition: positions.map(() => 0),
    assignments: employees.map(() => []),
  }
  for (const assignment of assignments) {
    const { employee, position, hours } = assignment
    load.assignments[employee]?.push(assignment)
    if (assignment.is_suspended) continue
    if (employee >= 0) load.ofEmployee[employee] = (load.ofEmployee[employee] ?? 0) + hours
    if (position >= 0) load.ofPosition[position] = (load.ofPosition[position] ?? 0) + hours
  }
  return load
}
