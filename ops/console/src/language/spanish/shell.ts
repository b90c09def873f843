export const shell = {
  Throttles: 'Límites de uso',
  Coverage: 'Cobertura',
  Planner: 'Planificador',
  Forecast: 'Previsión',
  Sandbox: 'Simulador',
  People: 'Personas',
  Users: 'Usuarios',
  Rules: 'Reglas',
  Audit: 'Auditoría',
  System: 'Sistema',
  'Skip to content': 'Ir al contenido',
  'Close the menu': 'Cerrar el menú',
  'Open the menu': 'Abrir el menú',
  Operators: 'Operadores',
  Pages: 'Páginas',
  'The data shown may be out of date. Reconnecting…': 'Los datos pueden no estar al día. Reconectando…',
  'PostgreSQL is not responding': 'PostgreSQL no responde',
  'Throttles and System can still be viewed by anyone signed in recently. Nothing can be changed until PostgreSQL is back; the console recovers by itself.':
    'Quien haya iniciado sesión hace poco aún puede ver Límites de uso y Sistema. No se puede cambiar nada hasta que vuelva PostgreSQL; la consola se recupera sola.',
  'Read only': 'Solo lectura',
  'Your account': 'Su cuenta',
  superuser: 'superusuario',
  'Dark mode': 'Modo oscuro',
  'Light mode': 'Modo claro',
  Language: 'Idioma',
  'Sign out': 'Cerrar sesión',
  'Nothing can be changed until the service is back.':
    'No se puede cambiar nada hasta que vuelva el servicio.',
  'Nothing can be changed until PostgreSQL is back.': 'No se puede cambiar nada hasta que vuelva PostgreSQL.',
  'Your role shows you only yourself, and only an ADMIN or a superuser can make changes.':
    'Su rol solo le permite ver sus propios datos, y únicamente un administrador o un superusuario puede hacer cambios.',
  'You can view everything, but only an ADMIN or a superuser can make changes.':
    'Puede verlo todo, pero solo un administrador o un superusuario puede hacer cambios.',
  'Page not found': 'Página no encontrada',
  'The address may be incomplete, or the page may have moved.':
    'Puede que la dirección esté incompleta o que la página haya cambiado de sitio.',
  'Go to the first page': 'Ir a la página de inicio',
  'This console is for staff': 'Esta consola es para el personal autorizado',
  'You are signed in, but your account is not marked as staff. An administrator can change that on the Users page of this console.':
    'Ha iniciado sesión, pero su cuenta no tiene acceso a la consola. Un administrador puede dárselo en la página Usuarios de esta consola.',
  'Sign in as someone else': 'Iniciar sesión con otra cuenta',
  'Sign in': 'Iniciar sesión',
  'Operators’ console, for staff only': 'Consola de operadores, solo para personal autorizado',
  'Could not sign in': 'No se ha podido iniciar sesión',
  Password: 'Contraseña',
  'Can’t reach the service. Try again in a moment.':
    'No se puede conectar con el servicio. Inténtelo de nuevo en un momento.',
  'PostgreSQL or Redis is not responding, so no one can sign in. Try again in a moment.':
    'PostgreSQL o Redis no responde, así que nadie puede iniciar sesión. Inténtelo de nuevo en un momento.',
  'Too many attempts from this address. Try again in {span}.':
    'Demasiados intentos desde esta dirección. Vuelva a intentarlo dentro de {span}.',
  'Wrong email or password.': 'El correo electrónico o la contraseña no son correctos.',
} as const
