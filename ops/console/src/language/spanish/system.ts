export const system = {
  Source: 'Origen',
  Value: 'Valor',
  Variable: 'Variable',
} as const
