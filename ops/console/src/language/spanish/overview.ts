export const overview = {
  Overview: 'Resumen',
  'Needs you now': 'Requiere su atención',
  'Nothing needs you right now': 'Ahora mismo nada requiere su atención',
  'The stores respond, no key is at its limit, and no proposal expires today.':
    'Los almacenes responden, ninguna clave ha llegado a su límite y ninguna propuesta caduca hoy.',
  'Part of this page is not known at the moment. It says so below.':
    'Una parte de esta página no se conoce en este momento. Se indica más abajo.',
  '{store} is not responding': '{store} no responde',
  'The last background clean-up failed': 'La última limpieza automática ha fallado',
  '{count, plural, one {A refresh token was} other {# refresh tokens were}} used twice in the last 24 hours':
    '{count, plural, one {Un token de renovación se ha usado} other {# tokens de renovación se han usado}} dos veces en las últimas 24 horas',
  '{count, number} failed logins in the last hour, {before, number} in the hour before':
    '{count, number} inicios de sesión fallidos en la última hora, {before, number} en la anterior',
  '{who} has reached the limit of {limit, number} ({scope})':
    '{who} ha llegado al límite de {limit, number} ({scope})',
  '{count, plural, one {# person has left, but their user is} other {# people have left, but their users are}} still active':
    '{count, plural, one {# persona se ha ido, pero su usuario sigue activo} other {# personas se han ido, pero sus usuarios siguen activos}}',
  '{count, plural, one {# proposal expires} other {# proposals expire}} within 24 hours':
    '{count, plural, one {# propuesta caduca} other {# propuestas caducan}} en menos de 24 horas',
  'Hours short per week': 'Horas que faltan por semana',
  '{fte}: <vacant>{vacantCount, plural, one {# vacant position} other {# vacant positions}}</vacant>, <partial>{partialCount, number} partly covered</partial>':
    '{fte}: <vacant>{vacantCount, plural, one {# puesto vacante} other {# puestos vacantes}}</vacant>, <partial>{partialCount, number} cubiertos en parte</partial>',
  'Requests refused in the last hour': 'Peticiones rechazadas en la última hora',
  'Failed logins in the last hour': 'Inicios de sesión fallidos en la última hora',
  'as many as in the hour before': 'igual que en la hora anterior',
  '↑ {count, number} more than in the hour before': '↑ {count, number} más que en la hora anterior',
  '↓ {count, number} fewer than in the hour before': '↓ {count, number} menos que en la hora anterior',
  'Redis is not responding. Only what this process has counted is known.':
    'Redis no responde. Solo se conoce lo que ha contado este proceso.',
  'PostgreSQL and Redis': 'PostgreSQL y Redis',
  Normal: 'Normal',
  Down: 'Sin respuesta',
  'cleaned up': 'última limpieza',
  'over {count, number}': 'más de {count, number}',
  'Units that lack most hours': 'Unidades a las que faltan más horas',
  '{count, plural, one {unit is short} other {units are short}}':
    '{count, plural, one {unidad sin cubrir} other {unidades sin cubrir}}',
  'No unit is short of hours.': 'No faltan horas en ninguna unidad.',
  '{assigned} assigned of {required} required': '{assigned} asignadas de {required} requeridas',
  '{hours} short': 'faltan {hours}',
  'Contracts that end within 30 days': 'Contratos que terminan en 30 días',
  '{count, plural, one {person} other {people}} whose contract ends':
    '{count, plural, one {persona cuyo contrato termina} other {personas cuyo contrato termina}}',
  'No contract ends within 30 days.': 'Ningún contrato termina en los próximos 30 días.',
  'Certificates and qualifications that end within 30 days':
    'Certificados y titulaciones que caducan en 30 días',
  '{count, plural, one {person} other {people}} whose certificate or qualification ends':
    '{count, plural, one {persona} other {personas}} con un certificado o una titulación que caduca',
  'No certificate or qualification ends within 30 days.':
    'Ningún certificado ni titulación caduca en los próximos 30 días.',
  '{days, plural, =0 {today} =1 {tomorrow} other {in # days}}':
    '{days, plural, =0 {hoy} =1 {mañana} other {dentro de # días}}',
  'Proposals waiting for an answer': 'Propuestas que esperan respuesta',
  '{count, plural, one {proposal waits} other {proposals wait}}':
    '{count, plural, one {propuesta espera} other {propuestas esperan}}',
  'No proposal waits for an answer.': 'Ninguna propuesta espera respuesta.',
  until: 'hasta',
  'Keys at or near their limit': 'Claves en su límite o cerca de él',
  '{count, plural, one {key has} other {keys have}} used 80% or more':
    '{count, plural, one {clave ha} other {claves han}} usado el 80 % o más',
  'No key is near its limit.': 'Ninguna clave está cerca de su límite.',
  'starts over': 'vuelve a cero',
  '{used} of {limit} used': '{used} de {limit}',
  'Leavers whose user is still active': 'Personas que se han ido y cuyo usuario sigue activo',
  '{count, plural, one {leaver has} other {leavers have}} an active user':
    '{count, plural, one {persona con} other {personas con}} usuario activo',
  'No one who has left has an active user.': 'Nadie que se haya ido tiene un usuario activo.',
  'left {date}': 'se fue el {date}',
  'Refresh tokens used twice': 'Tokens de renovación usados dos veces',
  'in the last seven days, {count, number} of them in the last 24 hours':
    'en los últimos siete días, {count, number} en las últimas 24 horas',
  'No refresh token was used twice in the last seven days.':
    'Ningún token de renovación se ha usado dos veces en los últimos siete días.',
  'from {address}': 'desde {address}',
  'A stolen token shows itself by a second use, which ends its session.':
    'Un token robado se delata al usarse por segunda vez, y eso cierra su sesión.',
  'What could be covered': 'Qué se podría cubrir',
  'waiting for {span}': 'espera desde hace {span}',
} as const
