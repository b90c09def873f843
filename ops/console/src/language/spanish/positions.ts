export const positions = {
  Category: 'Categoría',
  Kind: 'Tipo',
} as const
