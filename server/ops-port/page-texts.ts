const english = {
  status: 'Service status',
  console: 'Console',
  apiReference: 'API reference',
  allWell: 'Everything works',
  allWellMore: 'Requests are served, and changes are stored.',
  away: (stores: string) => `${stores} can’t be reached`,
  and: ' and ',
  postgresqlAway: 'Requests are refused until PostgreSQL is back. The service then recovers by itself.',
  redisAway:
    'Requests are served, but sessions can’t be renewed and nobody can change throttles until Redis is back. The service then recovers by itself.',
  readOnly: 'Nothing can be changed',
  readOnlyMore: 'Everything can still be read. Changes are refused until PostgreSQL accepts them again.',
  outdated: 'The database needs to be migrated',
  outdatedMore: 'Some requests may fail until “coverage migrate” has run.',
  stopping: 'The service is stopping',
  stoppingMore:
    'It finishes the requests in progress. If it is being restarted, it will be back in a moment.',
  service: 'Service',
  running: (version: string) => `Running, version ${version}`,
  migrations: 'Database schema',
  signIn: 'Sign-in',
  connected: 'Connected',
  notConfigured: 'Not configured: throttles are counted in memory',
  unreachable: 'Does not answer',
  'read-only': 'Read-only: it refuses changes',
  'disk full': 'Its disk is full: it refuses changes',
  'out of memory': 'Out of memory: it refuses changes',
  upToDate: 'Up to date',
  unknown: 'Unknown while PostgreSQL can’t be reached',
  pending: (names: string) => `Not migrated yet: ${names}`,
  works: 'Works',
  closed: 'Nobody can sign in at the moment',
  since: (time: string) => `since ${time}`,
  checked: (time: string) => `Checked on ${time}. This page refreshes by itself.`,
  lost: 'The service can’t be reached. Retrying…',
  problems: {
    401: ['Sign in first', 'This page is for operators who are signed in. Open the console and sign in.'],
    403: ['You may not see this', 'Your account does not have the right to open this page.'],
    404: ['There is nothing here', 'Check the address, or start from the console.'],
    421: [
      'Unknown host name',
      'Use localhost, or add this host name to OPS_ALLOWED_HOSTS and restart the service.',
    ],
    429: ['Too many requests', 'The limit for this account or address has been reached.'],
    500: ['Something went wrong', 'The service could not answer. Its log says why.'],
    503: [
      'Not available at the moment',
      'A store does not answer, or the service is too busy. The status page says which. Try again soon.',
    ],
  } as Record<number, [title: string, text: string]>,
  otherProblem: (status: string) => [`The request failed: ${status}`, 'The service could not answer it.'],
  tryAgain: (when: string) => `Try again ${when}.`,
}

type Texts = typeof english

const spanish: Texts = {
  status: 'Estado del servicio',
  console: 'Consola',
  apiReference: 'Referencia de la API',
  allWell: 'Todo funciona',
  allWellMore: 'Las peticiones se atienden y los cambios se guardan.',
  away: (stores) => `No hay conexión con ${stores}`,
  and: ' ni con ',
  postgresqlAway:
    'Las peticiones se rechazan hasta que PostgreSQL vuelva. Después el servicio se recupera solo.',
  redisAway:
    'Las peticiones se atienden, pero hasta que Redis vuelva no se pueden renovar las sesiones ni cambiar los límites. Después el servicio se recupera solo.',
  readOnly: 'No se puede cambiar nada',
  readOnlyMore: 'Todo se puede consultar. Los cambios se rechazan hasta que PostgreSQL vuelva a aceptarlos.',
  outdated: 'Falta migrar la base de datos',
  outdatedMore: 'Algunas peticiones pueden fallar hasta que se ejecute «coverage migrate».',
  stopping: 'El servicio se está deteniendo',
  stoppingMore: 'Termina las peticiones en curso. Si se está reiniciando, volverá en un momento.',
  service: 'Servicio',
  running: (version) => `En marcha, versión ${version}`,
  migrations: 'Esquema de la base de datos',
  signIn: 'Inicio de sesión',
  connected: 'Conectado',
  notConfigured: 'Sin configurar: los límites se cuentan en memoria',
  unreachable: 'No responde',
  'read-only': 'Solo lectura: rechaza los cambios',
  'disk full': 'Disco lleno: rechaza los cambios',
  'out of memory': 'Sin memoria: rechaza los cambios',
  upToDate: 'Al día',
  unknown: 'Se desconoce mientras no haya conexión con PostgreSQL',
  pending: (names) => `Falta migrar: ${names}`,
  works: 'Funciona',
  closed: 'Ahora mismo nadie puede iniciar sesión',
  since: (time) => `desde el ${time}`,
  checked: (time) => `Comprobado el ${time}. Esta página se actualiza sola.`,
  lost: 'No hay conexión con el servicio. Reintentando…',
  problems: {
    401: [
      'Inicie sesión',
      'Esta página es para operadores con sesión iniciada. Abra la consola e inicie sesión.',
    ],
    403: ['No tiene acceso', 'Su cuenta no tiene permiso para abrir esta página.'],
    404: ['Aquí no hay nada', 'Revise la dirección o empiece por la consola.'],
    421: [
      'Nombre de servidor desconocido',
      'Use localhost, o añada este nombre a OPS_ALLOWED_HOSTS y reinicie el servicio.',
    ],
    429: ['Demasiadas peticiones', 'Se ha alcanzado el límite de esta cuenta o dirección.'],
    500: ['Algo ha fallado', 'El servicio no ha podido responder. El motivo está en su registro.'],
    503: [
      'No disponible en este momento',
      'No hay conexión con un almacén de datos o el servicio está saturado: la página de estado lo dice. Vuelva a intentarlo pronto.',
    ],
  },
  otherProblem: (status) => [`La petición ha fallado: ${status}`, 'El servicio no ha podido responder.'],
  tryAgain: (when) => `Vuelva a intentarlo ${when}.`,
}

export const texts = { en: english, es: spanish }
export type Language = keyof typeof texts

type Asking = { acceptsLanguages(...languages: string[]): string | false }

/** The page language that the browser prefers. */
export const languageOf = (req: Asking): Language => (req.acceptsLanguages('en', 'es') || 'en') as Language
