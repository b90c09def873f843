export const work = {
  Covered: 'Cubierto',
  'Changes are not shown at once: reconnecting. Until then, this page refreshes every 15 seconds.':
    'Los cambios no se muestran al instante: reconectando. Mientras tanto, esta página se actualiza cada 15 segundos.',
  Assignments: 'Asignaciones',
  'Show all {count, number}': 'Mostrar todo ({count, number})',
  'Required per week': 'Requeridas por semana',
  'Required is covered plus short. Assigned is covered plus surplus.':
    'Requeridas = cubiertas + faltan. Asignadas = cubiertas + sobran.',
  'no positions': 'ningún puesto',
  '{count, plural, one {# vacant} other {# vacant}}': '{count, plural, one {# vacante} other {# vacantes}}',
  '{count, plural, one {# partial} other {# partial}}':
    '{count, plural, one {# parcial} other {# parciales}}',
  '{count, plural, one {# covered} other {# covered}}':
    '{count, plural, one {# cubierto} other {# cubiertos}}',
  '{count, plural, one {# over-covered} other {# over-covered}}':
    '{count, plural, one {# con exceso} other {# con exceso}}',
  'Share of hours short:': 'Proporción de horas que faltan:',
  'Units by hours short': 'Unidades por horas que faltan',
  'No unit has positions yet.': 'Ninguna unidad tiene puestos todavía.',
  'All units, sub-units included': 'Todas las unidades, con sus subunidades',
  'Sub-units of {name}': 'Subunidades de {name}',
  'Sub-units': 'Subunidades',
  'No sub-units.': 'No hay subunidades.',
  management: 'dirección',
  inactive: 'inactiva',
  'There are no org units yet.': 'Todavía no hay unidades.',
  '<b>Short</b>: weekly hours that positions require and no one covers. Surplus hours in one position do not offset a shortfall in another. One full-time equivalent (FTE) is 40 hours per week.':
    '<b>Faltan</b>: las horas semanales que los puestos requieren y nadie cubre. Lo que sobra en un puesto no compensa lo que falta en otro. Un equivalente a tiempo completo (ETC) son 40 horas por semana.',
  '<b>Covered</b>: the share of the required hours that someone covers, each position counted up to what it requires. <b>Surplus</b>: what is assigned beyond that.':
    '<b>Cubierto</b>: la parte de las horas requeridas que alguien cubre; cada puesto cuenta solo hasta lo que requiere. <b>Sobran</b>: las horas asignadas por encima de eso.',
  '<b>Assigned / required</b>: coverage_pct of the API. It counts surplus hours as well, so it can be higher than the share that is covered.':
    '<b>Asignadas / requeridas</b>: el coverage_pct de la API. Cuenta también las horas que sobran, así que puede ser mayor que la parte cubierta.',
  '<b>Vacant</b>: no hours assigned. <b>Partial</b>: fewer hours than required. <b>Over-covered</b>: more hours than required.':
    '<b>Vacante</b>: sin horas asignadas. <b>Parcial</b>: menos horas de las requeridas. <b>Con exceso</b>: más horas de las requeridas.',
  'A person’s hours balance is something else. <b>Deficit</b> means unused hours: the person could work more; <b>surplus</b> means assigned more than the contract hours.':
    'El saldo de horas de una persona es otra cosa. <b>Déficit</b> significa horas sin usar: la persona podría trabajar más; <b>superávit</b>, asignada por encima de las horas de contrato.',
  'Totals, sub-units included': 'Totales, con las subunidades',
  Totals: 'Totales',
  Path: 'Ruta',
  'This unit has no active positions.': 'Esta unidad no tiene puestos activos.',
  'Mark as management': 'Marcar como dirección',
  'Unmark as management': 'Quitar la marca de dirección',
  '{name} is now a management unit.': '{name} es ahora una unidad de dirección.',
  '{name} is no longer a management unit.': '{name} ya no es una unidad de dirección.',
  '<b>{name}</b> will be marked as a management unit (is_management).':
    '<b>{name}</b> se marcará como unidad de dirección (is_management).',
  '<b>{name}</b> will no longer be marked as a management unit (is_management).':
    '<b>{name}</b> dejará de estar marcada como unidad de dirección (is_management).',
  'Its positions and assignments stay as they are.': 'Sus puestos y asignaciones no cambian.',
  'What can be covered?': '¿Qué se puede cubrir?',
  'What breaks next?': '¿Qué dejará de cubrirse?',
  Kind: 'Tipo',
  'All positions': 'Todos los puestos',
  Title: 'Denominación',
  'Unit, with its sub-units': 'Unidad, con sus subunidades',
  'Required tag': 'Etiqueta exigida',
  Use: 'Uso',
  'In use': 'En uso',
  'Out of use': 'Fuera de uso',
  'out of use': 'fuera de uso',
  'In use or not': 'En uso o no',
  'There are no positions yet.': 'Todavía no hay puestos.',
  Surplus: 'Sobran',
  'Clear: {filter}': 'Quitar: {filter}',
  'Clear the filters': 'Quitar los filtros',
  '{away} of {count, plural, one {# person} other {# people}} cannot work now':
    '{away} de {count, plural, one {# persona} other {# personas}} no puede trabajar ahora',
  'Their {hours} count as assigned all the same.': 'Sus {hours} cuentan como asignadas de todos modos.',
  'Required tags': 'Etiquetas requeridas',
  'This position requires no tags.': 'Este puesto no exige etiquetas.',
  mandatory: 'obligatoria',
  optional: 'opcional',
  'No one is assigned.': 'No hay nadie asignado.',
  'on leave since {day}': 'de permiso desde el {day}',
  'left on {day}': 'baja el {day}',
  'suspended since {day}': 'suspendida desde el {day}',
  'Clinic weekly cap': 'Tope semanal de la clínica',
  'Change the clinic’s cap…': 'Cambiar el tope de la clínica…',
  '{clinic} has its own cap of {hours} per week. It overrides the rule on maximum weekly hours.':
    '{clinic} tiene un tope propio de {hours} por semana. Prevalece sobre la regla de horas semanales máximas.',
  '{clinic} has no cap of its own. The rule on maximum weekly hours applies.':
    '{clinic} no tiene un tope propio. Se aplica la regla de horas semanales máximas.',
  'There is no clinic yet.': 'Todavía no hay ninguna clínica.',
  'Change “{rule}”': 'Cambiar «{rule}»',
  'Change…': 'Cambiar…',
  Severity: 'Gravedad',
  Threshold: 'Umbral',
  'in force': 'en vigor',
  'switched off': 'desactivada',
  'In force': 'En vigor',
  Save: 'Guardar',
  'The rule was changed.': 'Se ha cambiado la regla.',
  'Leave empty for the default of {limit}.': 'Déjelo vacío para usar el valor predeterminado, {limit}.',
  'Leave empty for the default.': 'Déjelo vacío para usar el valor predeterminado.',
  'Threshold in hours': 'Umbral en horas',
  'Threshold in days': 'Umbral en días',
  'Change the clinic’s weekly cap': 'Cambiar el tope semanal de la clínica',
  'The clinic’s cap was changed.': 'Se ha cambiado el tope de la clínica.',
  'Overrides the threshold of maximum weekly hours for everyone in the clinic.':
    'Prevalece sobre el umbral de horas semanales máximas para toda la clínica.',
  'Above 0, at most 168. Leave empty to remove the cap.':
    'Más de 0 y como máximo 168. Déjelo vacío para quitar el tope.',
  'The cap must be above 0 and at most 168 hours.':
    'El tope debe ser mayor que 0 y de 168 horas como máximo.',
  'No preview for this value': 'No hay vista previa para este valor',
  'Effect on current assignments': 'Efecto en las asignaciones actuales',
  'Checking the assignments…': 'Comprobando las asignaciones…',
  'Now: {impact}': 'Ahora: {impact}',
  'After the change: {impact}': 'Después del cambio: {impact}',
  'Show {count, plural, one {# more} other {# more}}': 'Mostrar {count, plural, one {# más} other {# más}}',
  'and {count, plural, one {# more} other {# more}}': 'y {count, plural, one {# más} other {# más}}',
  'Maximum weekly hours': 'Horas semanales máximas',
  'The employee’s active hours plus the requested hours exceed the cap.':
    'Las horas activas de la persona más las solicitadas superan el tope.',
  'Duplicate assignment': 'Asignación duplicada',
  'An active assignment already exists for the employee and the position.':
    'La persona ya tiene una asignación activa en ese puesto.',
  'Employee terminated': 'Contrato finalizado',
  'Tag requirement mismatch': 'Faltan etiquetas requeridas',
  'Maximum consecutive shifts': 'Días de trabajo consecutivos máximos',
  'The employee is approaching the limit of consecutive working days.':
    'La persona se acerca al límite de días de trabajo consecutivos.',
  'Coverage exceeded': 'Exceso de cobertura',
  'The position would become OVER_COVERED.': 'El puesto quedaría cubierto de más.',
  'Contract near expiry': 'Contrato próximo a terminar',
  'The employee’s contract expires within the threshold of days.':
    'El contrato de la persona termina dentro de los días indicados en el umbral.',
  'The rule is switched off and finds nothing.': 'La regla está desactivada y no detecta nada.',
  '{people}, in {count, plural, one {# assignment} other {# assignments}}.':
    '{people}, en {count, plural, one {# asignación} other {# asignaciones}}.',
  '{count, plural, =0 {No one is over the cap} one {# person is over the cap} other {# people are over the cap}}':
    '{count, plural, =0 {Nadie supera el tope} one {# persona supera el tope} other {# personas superan el tope}}',
  '{count, plural, =0 {No one has two active assignments to one position} one {# person has two active assignments to one position} other {# people have two active assignments to one position}}':
    '{count, plural, =0 {Nadie tiene dos asignaciones activas en un mismo puesto} one {# persona tiene dos asignaciones activas en un mismo puesto} other {# personas tienen dos asignaciones activas en un mismo puesto}}',
  '{count, plural, =0 {No one is terminated and still assigned} one {# person is terminated and still assigned} other {# people are terminated and still assigned}}':
    '{count, plural, =0 {Nadie con el contrato finalizado sigue asignado} one {# persona con el contrato finalizado sigue asignada} other {# personas con el contrato finalizado siguen asignadas}}',
  '{count, plural, =0 {No one lacks a required tag} one {# person lacks a required tag} other {# people lack a required tag}}':
    '{count, plural, =0 {A nadie le falta una etiqueta requerida} one {A # persona le falta una etiqueta requerida} other {A # personas les falta una etiqueta requerida}}',
  '{count, plural, =0 {No one reaches the limit of working days} one {# person reaches the limit of working days} other {# people reach the limit of working days}}':
    '{count, plural, =0 {Nadie llega al límite de días de trabajo} one {# persona llega al límite de días de trabajo} other {# personas llegan al límite de días de trabajo}}',
  '{count, plural, =0 {No one is in a position with too many hours} one {# person is in a position with too many hours} other {# people are in positions with too many hours}}':
    '{count, plural, =0 {Nadie ocupa un puesto con horas de más} one {# persona ocupa un puesto con horas de más} other {# personas ocupan puestos con horas de más}}',
  '{count, plural, =0 {No contract ends within the threshold} one {# person has a contract that ends within the threshold} other {# people have a contract that ends within the threshold}}':
    '{count, plural, =0 {Ningún contrato termina dentro del umbral} one {El contrato de # persona termina dentro del umbral} other {Los contratos de # personas terminan dentro del umbral}}',
  'The employee lacks tags that the position requires.':
    'A la persona le faltan etiquetas que el puesto requiere.',
} as const
