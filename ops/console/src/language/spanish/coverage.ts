export const coverage = {
  Covered: 'Cubierto',
  Assignments: 'Asignaciones',
} as const
