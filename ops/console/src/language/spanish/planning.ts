export const planning = {
  'W{week}': 'S{week}',
  Assign: 'Asignar',
  Date: 'Fecha',
  'What happens': 'Qué ocurre',
  Booked: 'Comprometidas',
  'Booked but not secure': 'Comprometidas pero no aseguradas',
  Contracts: 'Contratos',
  Secure: 'Aseguradas',
  'Secure coverage': 'Cobertura asegurada',
  Lacks: 'Faltan',
  Balance: 'Balance',
  'Contract hours': 'Horas de contrato',
  'Cost elsewhere': 'Coste en otros puestos',
  'Left afterwards': 'Quedan después',
  'What to know': 'Qué conviene saber',
  '{count, plural, one {# loss} other {# losses}}': '{count, plural, one {# pérdida} other {# pérdidas}}',
  '13 weeks': '13 semanas',
  '26 weeks': '26 semanas',
  '4 weeks': '4 semanas',
  'A business rule changes': 'Cambia una regla',
  'A business rule refuses this.': 'Una regla lo impide.',
  'A plan only adds hours. A rebalance also takes hours from where there are too many, and gives them to positions that lack hours, or relieves people who are over contract.':
    'Un plan solo añade horas. Un reajuste también quita horas de donde sobran y las da a puestos a los que les faltan, o alivia a quienes superan su contrato.',
  'A position changes': 'Cambia un puesto',
  'A position is added': 'Se añade un puesto',
  'A position is closed': 'Se cierra un puesto',
  'A rebalance counts booked hours, and no unit comes first.':
    'Un reajuste cuenta las horas comprometidas y no da prioridad a ninguna unidad.',
  'A tag is extended': 'Se prorroga una etiqueta',
  'A tag is revoked': 'Se revoca una etiqueta',
  'Above what positions require': 'Por encima de lo requerido',
  'Above what positions require, and of use to these': 'Por encima de lo requerido y útiles aquí',
  'Add a change': 'Añadir un cambio',
  'Add a change and fill in its fields.': 'Añada un cambio y rellene sus campos.',
  'Add a unit': 'Añadir una unidad',
  'All 26 weeks ({count, plural, one {# loss} other {# losses}})':
    'Las 26 semanas ({count, plural, one {# pérdida} other {# pérdidas}})',
  'All {missing} can be covered.': 'Se pueden cubrir todas: {missing}.',
  'Also replace booked hours that are not secure':
    'Sustituir también las horas comprometidas que no están aseguradas',
  'Also requires': 'Requiere además',
  'An assignment': 'Una asignación',
  'An assignment ends': 'Finaliza una asignación',
  'An assignment’s hours change': 'Cambian las horas de una asignación',
  'Any reason': 'Cualquier motivo',
  Apply: 'Aplicar',
  'Apply the plan': 'Aplicar el plan',
  'Apply {count, plural, one {# line} other {# lines}}…':
    'Aplicar {count, plural, one {# línea} other {# líneas}}…',
  'Assign {hours} per week': 'Asignar {hours} por semana',
  'Assign {person}, {position}': 'Asignar a {person}, {position}',
  'Assigned / required': 'Asignadas / requeridas',
  Assignment: 'Asignación',
  'At most {most} lines can be applied at a time; the first {most} of {total} will be.':
    'Se pueden aplicar como máximo {most} líneas a la vez; se aplicarán las primeras {most} de {total}.',
  'Balance by week': 'Balance por semana',
  'Before and after': 'Antes y después',
  'Before the changes a plan would cover {planned} and leave {open} open; after them, {later} and {laterOpen}.':
    'Antes de los cambios, un plan cubriría {planned} y dejaría {open} sin cubrir; después, {later} y {laterOpen}.',
  'Best first. “Cost elsewhere” is what other positions could then no longer get, because this person is needed there. People without a required tag are not listed.':
    'Las mejores opciones, primero. «Coste en otros puestos» es lo que otros puestos ya no podrían recibir porque esta persona hace falta allí. No aparecen las personas sin una etiqueta obligatoria.',
  Candidates: 'Candidatos',
  'Cap, hours per week': 'Tope de horas por semana',
  Changes: 'Cambios',
  'Changes by': 'Cambios por',
  'Changes of {name}': 'Cambios de {name}',
  'Checking the rules…': 'Comprobando las reglas…',
  Choose: 'Elija',
  'Choose a tag': 'Elija una etiqueta',
  'Choose a unit': 'Elija una unidad',
  'Choose an assignment': 'Elija una asignación',
  'Choose what happens': 'Elija qué ocurre',
  'Copy the link': 'Copiar el enlace',
  Enabled: 'Activada',
  'Enter a number, such as 8 or 7.5.': 'Escriba un número, por ejemplo 8 o 7,5.',
  'Fewest hours of a new assignment': 'Horas mínimas de una asignación nueva',
  'Fill these units first': 'Cubrir primero estas unidades',
  'From 0.25 to 40. Leave empty for 4.': 'De 0,25 a 40. Si lo deja vacío, 4.',
  'Hide the changes': 'Ocultar los cambios',
  'Hours balances': 'Balances de horas',
  'Hours left to {count, plural, one {# person} other {# people}} who can fill at least one of them':
    'Horas libres de {count, plural, one {# persona que puede} other {# personas que pueden}} ocupar al menos uno de ellos',
  'Hours over {limit, select, cap {the weekly cap} other {contract}} ended':
    'Horas por encima {limit, select, cap {del tope semanal} other {del contrato}} eliminadas',
  'Hours required per week': 'Horas requeridas por semana',
  'How much can be put right at most is proved; other changes may come closer to it, or be fewer.':
    'Está demostrado cuánto se puede corregir como máximo; otros cambios podrían acercarse más o ser menos.',
  'How this adds up': 'Cómo se llega a esta cifra',
  'Include {name} again': 'Volver a incluir: {name}',
  'Lacks {tags}.': 'Le falta: {tags}.',
  'Leave empty for no cap of the clinic’s own.': 'Déjelo vacío si la clínica no tiene tope propio.',
  'Leave empty for no end.': 'Déjelo vacío si no tiene fin.',
  'Leave empty for this week': 'Déjelo vacío para esta semana',
  'Leave empty for today.': 'Déjelo vacío para hoy.',
  'Leave empty for as many as each person can take.': 'Déjelo vacío para las que cada persona pueda asumir.',
  'Overtime: {hours} above the contract.': 'Horas extra: {hours} por encima del contrato.',
  'Could take {hours}.': 'Podría asumir {hours}.',
  'With overtime up to {hours}.': 'Con horas extra, hasta {hours}.',
  'Leave empty to keep it as it is.': 'Déjelo vacío para no cambiarlo.',
  'Left of people who can help these': 'Horas libres de quienes pueden ayudar aquí',
  'Left out.': 'Excluida.',
  'Look at': 'Periodo',
  Losses: 'Pérdidas',
  'Missing hours covered': 'Horas que faltaban, cubiertas',
  'Missing in all positions': 'Faltan en todos los puestos',
  'Missing in positions, and of people over {limit, select, cap {the weekly cap} other {contract}}':
    'Faltan en puestos, y de personas por encima {limit, select, cap {del tope semanal} other {del contrato}}',
  'Missing in {count, plural, one {# position} other {# positions}} that too few can fill':
    'Faltan en {count, plural, one {# puesto} other {# puestos}} para los que hay poca gente',
  Months: 'Meses',
  'More choices': 'Más opciones',
  'More than required': 'Más de lo requerido',
  'Move {unit} down': 'Bajar {unit}',
  'Move {unit} up': 'Subir {unit}',
  'Moves to': 'Pasa a',
  'New assignments': 'Asignaciones nuevas',
  'New end': 'Nueva fecha de fin',
  'New violations': 'Incumplimientos nuevos',
  'New person {number}': 'Persona nueva {number}',
  'New position {number}': 'Puesto nuevo {number}',
  'No active position requires hours here.': 'Aquí ningún puesto activo requiere horas.',
  'No business rule is violated.': 'No se incumple ninguna regla.',
  'No change can help; here is why.': 'Ningún cambio puede ayudar; a continuación se explica por qué.',
  'No changes were found that help; none could put right more than {maximum}.':
    'No se han encontrado cambios que ayuden; ninguno podría corregir más de {maximum}.',
  'No difference.': 'Sin diferencias.',
  'No line is ticked.': 'No hay ninguna línea marcada.',
  'No longer holds:': 'Ya no es válida:',
  'No longer requires': 'Ya no requiere',
  'No one who may be assigned holds the required tags.':
    'Nadie que pueda asignarse tiene las etiquetas obligatorias.',
  'No position lacks hours and no one is over {limit, select, cap {the weekly cap} other {contract}}, so there is nothing to rebalance.':
    'A ningún puesto le faltan horas y nadie supera {limit, select, cap {el tope semanal} other {su contrato}}, así que no hay nada que reajustar.',
  'No position lacks hours or has any at risk, so there is nothing to add.':
    'A ningún puesto le faltan horas ni las tiene en riesgo, así que no hay nada que añadir.',
  'No position lacks hours that this person could cover.':
    'A ningún puesto le faltan horas que esta persona pueda cubrir.',
  'No position lacks hours, so there is nothing to add.':
    'A ningún puesto le faltan horas, así que no hay nada que añadir.',
  'No position lacks hours.': 'A ningún puesto le faltan horas.',
  'No preview': 'No hay vista previa',
  'No weeks': 'Sin semanas',
  'None of the {missing} can be covered; here is why.':
    'No se puede cubrir nada ({missing}); a continuación se explica por qué.',
  'None.': 'Ninguno.',
  'Nothing applies these changes as a whole: make them by hand, in the order of their numbers.':
    'Estos cambios no se aplican en bloque: hágalos a mano, en el orden de sus números.',
  'Nothing here is stored. The address of this page holds the whole list, so a colleague who opens the link sees the same.':
    'Aquí no se guarda nada. La dirección de esta página contiene toda la lista, así que quien abra el enlace verá lo mismo.',
  'Nothing known today changes what this person covers.':
    'Nada de lo que se sabe hoy cambia lo que cubre esta persona.',
  'Nothing known today reduces the secure hours in the next 26 weeks.':
    'Nada de lo que se sabe hoy reduce las horas aseguradas en las próximas 26 semanas.',
  'Nothing stays open.': 'No queda nada sin cubrir.',
  'Of people who are away, lack a required tag, have not started, or are over contract.':
    'De personas ausentes, sin una etiqueta obligatoria, que aún no han empezado o que superan su contrato.',
  'Of these, of {positions, plural, one {# position} other {# positions}} and {people, plural, one {# person} other {# people}} that cannot all be helped':
    'De ellas, de {positions, plural, one {# puesto} other {# puestos}} y {people, plural, one {# persona} other {# personas}} a los que no se puede ayudar del todo',
  'On leave.': 'De permiso.',
  'Only a plan for this week can be applied.': 'Solo se puede aplicar un plan para esta semana.',
  Openings: 'Puestos con horas por cubrir',
  'Over contract': 'Por encima del contrato',
  Overtime: 'Horas extra',
  'Overtime up to the weekly cap': 'Horas extra hasta el tope semanal',
  'People are {hours} over contract: a rebalance shows what could change.':
    'Hay personas con {hours} por encima de su contrato: un reajuste muestra qué podría cambiar.',
  'People’s hours': 'Horas de las personas',
  'Plan again without this person': 'Volver a planificar sin esta persona',
  'Plan again without this position': 'Volver a planificar sin este puesto',
  'Plan again, keep the rest': 'Volver a planificar y conservar el resto',
  'Plan with this': 'Planificar con esto',
  'Planned without': 'Planificado sin',
  'Planned without:': 'Planificado sin:',
  'Planning again…': 'Planificando de nuevo…',
  'Positions have {hours} more than required.': 'Hay puestos con {hours} más de lo requerido.',
  'Positions lack {lacking}, and people have the hours and the tags for all of it.':
    'A los puestos les faltan {lacking}, y hay personas con horas y etiquetas para todo ello.',
  'Proposed assignments': 'Asignaciones propuestas',
  Raise: 'Ampliar',
  'Raise to {hours} per week': 'Ampliar a {hours} por semana',
  'Raise {person}, {position}': 'Ampliar a {person}, {position}',
  'Raised assignments': 'Asignaciones ampliadas',
  Remove: 'Quitar',
  'Remove change {number}': 'Quitar el cambio {number}',
  'Remove {unit}': 'Quitar {unit}',
  Required: 'Requeridas',
  'Resolved violations': 'Incumplimientos resueltos',
  'See the messages on the changes above.': 'Vea los mensajes en los cambios de arriba.',
  'Show all {count} shortages': 'Mostrar las {count} carencias',
  'Show more of {count, plural, one {# change} other {# changes}}':
    'Mostrar más de {count, plural, one {# cambio} other {# cambios}}',
  'Show more of {count, plural, one {# line} other {# lines}}':
    'Mostrar más de {count, plural, one {# línea} other {# líneas}}',
  'Show the changes': 'Mostrar los cambios',
  'Someone gets a tag': 'Alguien recibe una etiqueta',
  'Someone goes on leave': 'Alguien empieza un permiso',
  'Someone is assigned': 'Se asigna a alguien',
  'Someone is hired': 'Se contrata a alguien',
  'Someone leaves for good': 'Alguien causa baja definitiva',
  'Someone returns from leave': 'Alguien vuelve de un permiso',
  'Something has changed since this plan was made. Nothing was applied.':
    'Algo ha cambiado desde que se hizo este plan. No se ha aplicado nada.',
  'Stays open': 'Queda sin cubrir',
  'Tag that the person holds': 'Etiqueta que tiene la persona',
  'That no more can be put right is proved, and so is that it takes this many changes.':
    'Está demostrado que no se puede corregir más, y también que hacen falta estos cambios.',
  'That no more can be put right is proved; that it takes this many changes is not.':
    'Está demostrado que no se puede corregir más, pero no que hagan falta tantos cambios.',
  'That others could take over from these people': 'Que otras personas podrían asumir de estas',
  'The addition': 'La suma',
  'The addition of the rebalance': 'La suma del reajuste',
  'The changes below put right {hours} less: nothing better was found with new assignments of the fewest hours chosen above.':
    'Los cambios de abajo corrigen {hours} menos: no se ha encontrado nada mejor con las horas mínimas elegidas arriba para las asignaciones nuevas.',
  'The clinic’s weekly cap changes': 'Cambia el tope semanal de la clínica',
  'The contract, and what the person is qualified for.':
    'El contrato y aquello para lo que la persona está cualificada.',
  'The first gets all that it can, then the next. No hours are lost in total.':
    'La primera recibe todo lo posible, después la siguiente. En total no se pierden horas.',
  'The hours that stay unused in the week from that Monday; with a minus, those above the contract. ▼ marks a loss, and ! a week in which a required tag is missing.':
    'Las horas que quedan libres en la semana que empieza ese lunes; con signo menos, las que superan el contrato. ▼ indica una pérdida y ! una semana en la que falta una etiqueta obligatoria.',
  'The most that can be covered': 'Lo máximo que se puede cubrir',
  'The most that can be put right': 'Lo máximo que se puede corregir',
  'The next 26 weeks': 'Las próximas 26 semanas',
  'The plan after the changes has {created, plural, one {# new assignment} other {# new assignments}} and {raised, plural, one {# raised one} other {# raised ones}}; the most that any plan could cover is {most}.':
    'El plan tras los cambios tiene {created, plural, one {# asignación nueva} other {# asignaciones nuevas}} y {raised, plural, one {# ampliada} other {# ampliadas}}; lo máximo que podría cubrir un plan es {most}.',
  'The plan below covers {planned}, which is {gap} less: nothing better was found.':
    'El plan de abajo cubre {planned}, es decir, {gap} menos: no se ha encontrado nada mejor.',
  'The plan was applied.': 'El plan se ha aplicado.',
  'The position lacks only {hours}.': 'Al puesto solo le faltan {hours}.',
  'The service would refuse this': 'El servicio lo rechazaría',
  'The tables below compare {week}, {days}, and show only what differs.':
    'Las tablas de abajo comparan la {week}, {days}, y muestran solo las diferencias.',
  'The vertical axis need not start at zero. Click a week to see what changes in it.':
    'El eje vertical no siempre empieza en cero. Haga clic en una semana para ver qué cambia en ella.',
  'There is nothing to change.': 'No hay nada que cambiar.',
  'There is nothing to forecast yet.': 'Aún no hay nada que prever.',
  'There is nothing to propose.': 'No hay nada que proponer.',
  'These lines may go beyond contracts, up to the weekly cap.':
    'Estas líneas pueden superar los contratos, hasta el tope semanal.',
  'They also fill hours that are booked but at risk, so positions may get more hours than they require.':
    'También cubren horas comprometidas que están en riesgo, así que algún puesto puede recibir más horas de las que requiere.',
  'This plan covers {planned} of {missing}; no plan covers more than {maximum}, here is why.':
    'Este plan cubre {planned} de {missing}; ningún plan cubre más de {maximum}, y a continuación se explica por qué.',
  'This position lacks no hours. Enter hours to see who could take them.':
    'A este puesto no le faltan horas. Indique unas horas para ver quién podría asumirlas.',
  'Try it': 'Probarlo',
  'Try renewing it': 'Probar a renovarla',
  'Type to search': 'Escriba para buscar',
  Unchanged: 'Sin cambios',
  'Unknown unit': 'Unidad desconocida',
  'Week by week': 'Semana a semana',
  'Week by week, {count, plural, one {# week} other {# weeks}}':
    'Semana a semana, {count, plural, one {# semana} other {# semanas}}',
  'Week of': 'Semana del',
  'Weekly hours, {first} to {last}: required {required}, booked {booked}, secure from {secure} to {later}':
    'Horas semanales, de {first} a {last}: requeridas {required}, comprometidas {booked}, aseguradas de {secure} a {later}',
  Weeks: 'Semanas',
  'What breaks': 'Qué se pierde',
  'What can be covered': 'Qué se puede cubrir',
  'What could others take?': '¿Qué podrían asumir otras personas?',
  'What if…': 'Y si…',
  'What it would do': 'Qué pasaría',
  'What others could take': 'Qué podrían asumir otras personas',
  'What stays open': 'Qué queda sin cubrir',
  'What stays open afterwards: {count, plural, one {# shortage} other {# shortages}}':
    'Qué queda sin cubrir después: {count, plural, one {# carencia} other {# carencias}}',
  'What these terms mean': 'Qué significan estos términos',
  'What this plan does not know': 'Lo que este plan no sabe',
  'What to plan': 'Qué planificar',
  'What would a rebalance change?': '¿Qué cambiaría un reajuste?',
  'What would help': 'Qué ayudaría',
  'Where are hours needed?': '¿Dónde hacen falta horas?',
  'Who can cover this?': '¿Quién puede cubrirlo?',
  'Whole clinic': 'Toda la clínica',
  Why: 'Motivo de la pérdida',
  'Why it cannot be more': 'Por qué no puede ser más',
  'Why it cannot be much more': 'Por qué no puede ser mucho más',
  'With shorter new assignments it could be up to {hours} more.':
    'Con asignaciones nuevas más cortas podrían ser hasta {hours} más.',
  'With these hours {person} works more than the contract gives.':
    'Con estas horas, {person} trabaja más de lo que da su contrato.',
  'Within contracts': 'Dentro de los contratos',
  'all hours used': 'todas las horas utilizadas',
  'and {count} more': 'y {count} más',
  'cover {covered} of {lacking} missing hours': 'cubrir {covered} de las {lacking} horas que faltan',
  'ended, {now}': 'finalizada, {now}',
  'lacks {tags}': 'le falta {tags}',
  'lowered, {now} → {next}': 'reducida, {now} → {next}',
  'new': 'nueva',
  'new, {next}': 'nueva, {next}',
  none: 'ninguna',
  'not computed': 'sin calcular',
  nothing: 'nada',
  'now {hours}': 'ahora {hours}',
  'of the contract': 'del contrato',
  'over contract': 'por encima del contrato',
  'raised, {now} → {next}': 'ampliada, {now} → {next}',
  'remove {relieved} of the {over} over {limit, select, cap {the weekly cap} other {contract}}':
    'eliminar {relieved} de las {over} por encima {limit, select, cap {del tope semanal} other {del contrato}}',
  'secure hours change': 'cambian las horas aseguradas',
  '{before}, then {after}': '{before}, después {after}',
  '{changes, plural, one {# change would} other {# changes would}} {done}; no changes could put right more than {maximum} in all.':
    '{changes, plural, one {# cambio permitiría} other {# cambios permitirían}} {done}; ningún cambio podría corregir más de {maximum} en total.',
  '{changes, plural, one {# change would} other {# changes would}} {done}; that is the most, and at least {least, plural, one {# is} other {# are}} needed.':
    '{changes, plural, one {# cambio permitiría} other {# cambios permitirían}} {done}; es lo máximo, y {least, plural, one {hace falta al menos #} other {hacen falta al menos #}}.',
  '{count, plural, one {# line no longer holds} other {# lines no longer hold}}':
    '{count, plural, one {# línea ya no es válida} other {# líneas ya no son válidas}}',
  '{count, plural, one {# line was} other {# lines were}} applied, {hours} per week. Coverage went from {before} to {after}.':
    '{count, plural, one {Se ha aplicado # línea} other {Se han aplicado # líneas}}, {hours} por semana. La cobertura ha pasado del {before} al {after}.',
  '{count}, at least {least} are needed': '{count}; hacen falta al menos {least}',
  '{created, plural, one {# assignment} other {# assignments}} will be created and {raised, plural, one {# assignment} other {# assignments}} raised, from today. If a line no longer holds, nothing is stored.':
    'Desde hoy, {created, plural, one {se creará # asignación} other {se crearán # asignaciones}} y {raised, plural, one {se ampliará # asignación} other {se ampliarán # asignaciones}}. Si alguna línea ya no es válida, no se guarda nada.',
  '{done} of {all}': '{done} de {all}',
  '{first} and {second}': '{first} y {second}',
  '{hours} above the contract': '{hours} por encima del contrato',
  '{hours} hours that are missing or at risk': '{hours} horas que faltan o están en riesgo',
  '{hours} less': '{hours} menos',
  '{hours} missing hours': '{hours} horas que faltan',
  '{hours} more': '{hours} más',
  '{hours} more, {all} in all': '{hours} más, {all} en total',
  '{hours} per week short, {fte}': 'Faltan {hours} por semana, {fte}',
  '{hours} unused': '{hours} libres',
  '{hours}, new': '{hours}, nueva',
  '{name} (new)': '{name} (nuevo)',
  '{person} as {position} in {unit}: {what}': '{person} como {position} en {unit}: {what}',
  '{person} as {position}: {what}': '{person} como {position}: {what}',
  '{person} now has {hours} per week as {position}.':
    '{person} tiene ahora {hours} por semana como {position}.',
  '{planned} of {missing} can be covered; that is the most, here is why.':
    'Se pueden cubrir {planned} de {missing}; es lo máximo, y a continuación se explica por qué.',
  '{secure} of {required} required are secure this week, and nothing known today makes it less.':
    'Esta semana están aseguradas {secure} de las {required} requeridas, y nada de lo que se sabe hoy las reduce.',
  '{secure} of {required} required are secure this week; in {week} only {least} will be, unless something is done.':
    'Esta semana están aseguradas {secure} de las {required} requeridas; en la {week} solo lo estarán {least} si no se hace nada.',
  '{tags}: {count, plural, one {# position lacks} other {# positions lack}} {hours}':
    '{tags}: {count, plural, one {a # puesto le faltan} other {a # puestos les faltan}} {hours}',
  '{tag}, until {date}': '{tag}, hasta el {date}',
  '{what}: from {week} on, these hours are no longer secure.':
    '{what}: desde la {week}, estas horas dejan de estar aseguradas.',
  '{what}: from {week} on, these hours are secure.': '{what}: desde la {week}, estas horas están aseguradas.',
  '{hours} away': '{hours} por ausencia',
  '{hours} required tags missing': '{hours} sin etiquetas',
  '{hours} over contract': '{hours} sobre contrato',
  '{hours} not started': '{hours} sin empezar',
  '<b>Hours, not shifts.</b> It knows who has hours left and holds the required tags. It knows nothing of rest between shifts, weekends, travel or who makes a good team.':
    '<b>Horas, no turnos.</b> Sabe quién tiene horas libres y las etiquetas obligatorias. No sabe nada de descansos entre turnos, fines de semana, desplazamientos ni de quiénes forman buen equipo.',
  '<b>Every hour counts the same.</b> An hour in intensive care weighs as much as one in the archive, unless you say which units to fill first.':
    '<b>Todas las horas cuentan igual.</b> Una hora en cuidados intensivos pesa tanto como una en el archivo, salvo que indique qué unidades cubrir primero.',
  '<b>Only what is entered.</b> Leave kept in another system, a certificate renewed on paper, or a position that nobody closed makes the plan wrong.':
    '<b>Solo lo que está registrado.</b> Un permiso anotado en otro sistema, un certificado renovado en papel o un puesto que nadie ha cerrado hacen que el plan sea erróneo.',
  '<b>It only adds.</b> It never moves, lowers or ends an assignment. Hours of people who are away or have left count as covered until somebody ends them. What a rebalance would change is above.':
    '<b>Solo añade.</b> Nunca mueve, reduce ni finaliza una asignación. Las horas de quienes están ausentes o se han ido cuentan como cubiertas hasta que alguien las finaliza. Lo que cambiaría un reajuste está más arriba.',
  '<b>Few assignments, not provably the fewest.</b> How many hours can be covered is proved. You may find a swap that saves an assignment: untick lines and plan again.':
    '<b>Pocas asignaciones, sin prueba de que sean las mínimas.</b> Está demostrado cuántas horas se pueden cubrir. Quizá encuentre un intercambio que ahorre una asignación: desmarque líneas y vuelva a planificar.',
  '<b>Each remedy stands alone.</b> The overtime of the same people may close several shortages, so remedies must not be added up. Hiring assumes that somebody is found.':
    '<b>Cada remedio vale por sí solo.</b> Las horas extra de las mismas personas pueden resolver varias carencias, así que los remedios no se suman. Contratar supone encontrar a alguien.',
  '<b>People decide.</b> A plan is as old as the moment it was made, and nothing is stored until you apply it.':
    '<b>Deciden las personas.</b> Un plan vale lo que el momento en que se hizo, y no se guarda nada hasta que usted lo aplica.',
  '<b>Required</b>: the weekly hours that active positions require. They are the same in every week, because positions have no dates.':
    '<b>Requeridas</b>: las horas semanales que requieren los puestos activos. Son las mismas todas las semanas, porque los puestos no tienen fechas.',
  '<b>Booked</b>: the hours of active assignments, whoever they belong to.':
    '<b>Comprometidas</b>: las horas de las asignaciones activas, sean de quien sean.',
  '<b>Secure</b>: booked hours of people who are on duty in that week, hold the tags that the position requires, have started, and have enough contract hours.':
    '<b>Aseguradas</b>: horas comprometidas de personas que esa semana están en activo, tienen las etiquetas que exige el puesto, han empezado y tienen suficientes horas de contrato.',
  'People on leave count as away in all weeks, because no date of return is stored. A certificate that is always renewed late looks like a loss until its new end date is entered.':
    'Las personas de permiso cuentan como ausentes todas las semanas, porque no se guarda una fecha de vuelta. Un certificado que siempre se renueva tarde parece una pérdida hasta que se registra su nueva fecha de fin.',
  'Positions lack {lacking}. {positions, plural, one {# of them lacks} other {# of them lack}} {short}, and no one who may fill {positions, plural, one {it} other {them}} has hours left. So at most {maximum} can be covered.':
    'A los puestos les faltan {lacking}. A {positions, plural, one {# de ellos le faltan} other {# de ellos les faltan}} {short}, y nadie que pueda {positions, plural, one {ocuparlo} other {ocuparlos}} tiene horas libres. Así que se pueden cubrir como máximo {maximum}.',
  'Positions lack {lacking}. {positions, plural, one {# of them lacks} other {# of them lack}} {short}, and only {people, plural, one {# person who may fill at least one of them has} other {# people who may fill at least one of them have}} hours left: {free}. So at most {maximum} can be covered.':
    'A los puestos les faltan {lacking}. A {positions, plural, one {# de ellos le faltan} other {# de ellos les faltan}} {short}, y solo {people, plural, one {# persona que puede ocupar alguno de ellos tiene} other {# personas que pueden ocupar alguno de ellos tienen}} horas libres: {free}. Así que se pueden cubrir como máximo {maximum}.',
  Refused: 'Rechazada',
  Warning: 'Advertencia',
  Note: 'Nota',
  'No particular tags': 'Sin etiquetas concretas',
  'No one who may be planned holds the required tags.':
    'Nadie que pueda planificarse tiene las etiquetas obligatorias.',
  'The people who hold the required tags have only {hours} left.':
    'A las personas con las etiquetas obligatorias solo les quedan {hours}.',
  '{count, plural, one {The only active person who holds the required tags can take no more hours there.} other {None of the # active people who hold the required tags can take more hours there.}}':
    '{count, plural, one {La única persona activa con las etiquetas obligatorias no puede asumir más horas aquí.} other {Ninguna de las # personas activas con las etiquetas obligatorias puede asumir más horas aquí.}}',
  '{tag} for {people} would close {hours}.': '{tag} para {people} cubriría {hours}.',
  'The return from leave of {people} would close {hours}.':
    'La vuelta del permiso de {people} cubriría {hours}.',
  'Overtime up to the weekly cap would close {hours}.':
    'Las horas extra hasta el tope semanal cubrirían {hours}.',
  'Hiring people with the required tags would close {hours}.':
    'Contratar a personas con las etiquetas obligatorias cubriría {hours}.',
  'Shorter new assignments would close {hours}.': 'Asignaciones nuevas más cortas cubrirían {hours}.',
  'Hours left: {before} → {after}. The position lacks {lacking} → {next}.':
    'Horas libres: {before} → {after}. Al puesto le faltan {lacking} → {next}.',
  'Hours left: {before} → {after}': 'Horas libres: {before} → {after}',
  'Works in the unit already.': 'Ya trabaja en la unidad.',
  'Can be covered': 'Se pueden cubrir',
  'Secure this week': 'Aseguradas esta semana',
} as const
