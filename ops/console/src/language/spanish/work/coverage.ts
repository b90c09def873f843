export const coverage = {
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
  'A person’s hours balance is something else. <b>Deficit</b> means {deficit}; <b>surplus</b> means {surplus}.':
    'El saldo de horas de una persona es otra cosa. <b>Déficit</b> significa {deficit}; <b>superávit</b>, {surplus}.',
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
} as const
