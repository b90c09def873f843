export const audit = {
  What: 'Qué',
  Operator: 'Operador',
  Target: 'Objeto',
  Transition: 'Transición',
  Outcome: 'Resultado',
  '{count, plural, one {# entry} other {# entries}}': '{count, plural, one {# entrada} other {# entradas}}',
} as const
