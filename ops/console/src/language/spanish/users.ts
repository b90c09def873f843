export const users = {
  Browser: 'Navegador',
  Ends: 'Termina',
  Refreshed: 'Renovada',
  Started: 'Inicio',
  'Last used': 'Último uso',
  'Last login': 'Último inicio de sesión',
  Permissions: 'Permisos',
  Role: 'Rol',
  User: 'Usuario',
  '{count, plural, one {# user} other {# users}}': '{count, plural, one {# usuario} other {# usuarios}}',
} as const
