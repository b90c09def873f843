export const people = {
  'unused hours: the person could work more': 'horas sin usar: la persona podría trabajar más',
  'all hours are used': 'todas las horas están usadas',
  'assigned more than the contract hours': 'asignada por encima de las horas de contrato',
  Employee: 'Persona',
  Hired: 'Contratación',
  'Hours per week': 'Horas por semana',
} as const
