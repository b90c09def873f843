import { describe, expect, test } from 'vitest'
import type { HoursLimit } from '../../../../src/planning/facts/clinic-facts.ts'
import type { ScenarioChange } from '../../../../src/planning/scenario/changes/change.ts'
import { condition } from '../../../../src/planning/scenario/condition.ts'
import { type CliffFigures, cliffSentence } from '../../../../src/planning/words/cliff.ts'
import { certificateSentence, planSentence } from '../../../../src/planning/words/plan.ts'
import { type Given, reasonToGive, reasonToTake } from '../../../../src/planning/words/reason.ts'
import {
  type RebalanceFigures,
  rebalanceNote,
  rebalanceProof,
  rebalanceSentence,
} from '../../../../src/planning/words/rebalance.ts'
import { type RemedyFigures, remedySentence } from '../../../../src/planning/words/remedy.ts'
import { type Effect, scenarioSentence } from '../../../../src/planning/words/scenario.ts'
import { type ShortageFigures, shortageSentence } from '../../../../src/planning/words/shortage.ts'
import { ruleCodes } from '../../../../src/work/business-rules.ts'
import { plannedClinic } from '../../../made/planning/planned-clinic.ts'

const english =
  /\b(the|of|and|is|are|was|hours?|positions?|people|person|with|from|only|left|week|nobody|would)\b/i

/** The Spanish sentence; fails where an English word is left in it. */
function inSpanish(sentence: string) {
  expect(sentence).not.toMatch(english)
  return sentence
}

const none = {
  surplus: 0,
  positions: 0,
  over_contract: 0,
  people: 0,
  demand: 'BOOKED' as const,
  hours_limit: 'CONTRACT' as HoursLimit,
}
type Cut = { lacking: number; planned: number; maximum: number; short?: number; free?: number }

/** What the two sentences about a plan look at; `positions` stay short and `people` could fill them. */
function planned({ lacking, planned, maximum, short = 0, free = 0 }: Cut, positions = 0, people = 0) {
  const indexes = (length: number) => Array.from({ length }, (_, index) => index)
  const part = { positions: indexes(positions), lacking: short, people: indexes(people), free }
  const certificate = { lacking, short: part, parts: [], maximum }
  return { certificate, planned, maximum, is_maximum: planned === maximum }
}

test.each<[Cut, object, string]>([
  [{ lacking: 2000, planned: 2000, maximum: 2000 }, {}, 'Se pueden cubrir todas las 20,00 horas que faltan.'],
  [
    { lacking: 121550, planned: 5550, maximum: 5550 },
    {},
    'Se pueden cubrir 55,50 de las 1215,50 horas que faltan; es lo máximo, y a continuación se explica por qué.',
  ],
  [
    { lacking: 2000, planned: 0, maximum: 0 },
    {},
    'No se puede cubrir ninguna de las 20,00 horas que faltan; a continuación se explica por qué.',
  ],
  [
    { lacking: 2000, planned: 900, maximum: 1000 },
    { demand: 'SECURE' },
    'Este plan cubre 9,00 de las 20,00 horas que faltan o están en riesgo; ningún plan cubre más de 10,00, y a continuación se explica por qué.',
  ],
  [
    { lacking: 0, planned: 0, maximum: 0 },
    { demand: 'SECURE' },
    'A ningún puesto le faltan horas ni las tiene en riesgo, así que no hay nada que añadir.',
  ],
  [
    { lacking: 0, planned: 0, maximum: 0 },
    { demand: 'SECURE', hours_limit: 'WEEKLY_CAP' },
    'A ningún puesto le faltan horas ni las tiene en riesgo, salvo las extraordinarias, así que no hay nada que añadir.',
  ],
  [
    { lacking: 0, planned: 0, maximum: 0 },
    { surplus: 1000, positions: 1, over_contract: 1200, people: 2 },
    'A ningún puesto le faltan horas, así que no hay nada que añadir. Pero 1 puesto tiene 10,00 h más de lo requerido, y 2 personas superan su contrato en 12,00 h en total: un reajuste muestra qué podría cambiar.',
  ],
])('a plan of %j is summed up in Spanish', (of, excess, sentence) => {
  expect(inSpanish(planSentence(planned(of), { ...none, ...excess }, 'es'))).toBe(sentence)
})

test.each<[Cut, number, number, string]>([
  [{ lacking: 0, planned: 0, maximum: 0 }, 0, 0, 'A ningún puesto le faltan horas.'],
  [
    { lacking: 2000, planned: 2000, maximum: 2000 },
    0,
    0,
    'A los puestos les faltan 20,00 h, y hay personas con horas y titulaciones para todo ello.',
  ],
  [
    { lacking: 121550, planned: 0, maximum: 5550, short: 120000, free: 4000 },
    1,
    1,
    'A los puestos les faltan 1215,50 h. A 1 de estos puestos le faltan 1200,00 h, y solo 1 persona que puede ocuparlo tiene horas libres: 40,00 h. Así que se pueden cubrir como máximo 1215,50 - 1200,00 + 40,00 = 55,50 h.',
  ],
  [
    { lacking: 2000, planned: 0, maximum: 0, short: 2000 },
    2,
    0,
    'A los puestos les faltan 20,00 h. A 2 de estos puestos les faltan 20,00 h, y nadie que pueda ocuparlos tiene suficientes horas libres. Así que se pueden cubrir como máximo 20,00 - 20,00 + 0,00 = 0,00 h.',
  ],
])(
  'a plan of %j with %i short positions and %i people is proved in Spanish',
  (of, positions, people, sentence) => {
    const { certificate } = planned(of, positions, people)
    expect(inSpanish(certificateSentence(certificate, 'es'))).toBe(sentence)
  },
)

const set = (tags: string[], lacking: number) => ({ tags, lacking, short_alone: lacking })
const shortage: ShortageFigures = {
  short: 10400,
  full_time: 4000,
  lacking: 10400,
  tag_sets: [set(['Enfermería'], 8400), set(['Enfermería', 'Noches'], 2000)],
  positions: 2,
  units: 2,
  cause: 'NO_HOURS_LEFT',
  holders: { active: 2, are_barred: false, are_left_out: false, left_below_minimum: 0 },
  people: 0,
  free: 0,
  used: 0,
  minimum: 400,
}
const lacks = 'Faltan 104,00 h por semana (2,60 ETC): '
const where =
  'Enfermería. A 2 puestos de 2 unidades les faltan 104,00 h (de ellas, 20,00 h también con Noches). '
const holders = (of: Partial<ShortageFigures['holders']>) => ({ holders: { ...shortage.holders, ...of } })
const some = { cause: 'NOT_ENOUGH_HOURS', people: 2, free: 6000 } as const

test.each<[Partial<ShortageFigures>, string]>([
  [{}, `${where}Ninguna de las 2 personas en activo que la tienen tiene 4,00 h libres o más.`],
  [
    holders({ active: 1, are_barred: true }),
    `${where}La única persona en activo que la tiene no puede asumir más horas ahí.`,
  ],
  [{ cause: 'NOBODY_HOLDS' }, `${where}Nadie en activo la tiene.`],
  [
    {
      cause: 'NOBODY_HOLDS',
      tag_sets: [set(['Enfermería', 'Noches'], 10400)],
      ...holders({ are_left_out: true }),
    },
    'Enfermería + Noches. A 2 puestos de 2 unidades les faltan 104,00 h. Nadie que pueda planificarse las tiene todas.',
  ],
  [
    { cause: 'NOBODY_HOLDS', tag_sets: [set([], 10400)], positions: 1, units: 1 },
    'sin titulaciones concretas. A 1 puesto de 1 unidad le faltan 104,00 h. Nadie está en activo.',
  ],
  [
    { ...some, used: 6000, ...holders({ active: 3 }) },
    `${where}Solo 2 personas que pueden ocuparlos tienen horas libres: 60,00 h, que el plan usa por completo; la otra no tiene ninguna.`,
  ],
  [
    { ...some, used: 500, ...holders({ active: 4, left_below_minimum: 300 }) },
    `${where}Solo 2 personas que pueden ocuparlos tienen horas libres: 60,00 h, de las que el plan usa 5,00 h; las otras 2 tienen menos de 4,00 h.`,
  ],
  [
    { ...some, tag_sets: ['Partos', 'Enfermería'].map((tag) => ({ ...set([tag], 5200), short_alone: 0 })) },
    'Partos y Enfermería. A 2 puestos de 2 unidades les faltan 104,00 h. Solo 2 personas que pueden ocuparlos tienen horas libres: 60,00 h, de las que el plan usa 0,00 h. Todas ellas faltan solo porque las mismas personas hacen falta en varios de estos puestos.',
  ],
])('a shortage with %j is explained in Spanish', (changes, sentence) => {
  expect(inSpanish(shortageSentence({ ...shortage, ...changes }, 'es'))).toBe(`${lacks}${sentence}`)
})

const remedy: RemedyFigures = {
  kind: 'CERTIFY',
  closes: 2400,
  is_wider: false,
  tag_name: 'Noches',
  employees: ['Vidal, Ana'],
  hired: 2800,
  full_time: 4000,
  tag_sets: shortage.tag_sets,
  minimum: 400,
  smaller_minimum: 25,
}

test.each<[Partial<RemedyFigures>, string]>([
  [{}, 'Noches para 1 persona más (Vidal, Ana), que tiene lo demás y horas libres, cubriría 24,00 h.'],
  [
    { kind: 'RENEW' },
    'Renovar Noches a 1 persona (Vidal, Ana), que ya trabaja ahí y tiene lo demás, cubriría 24,00 h.',
  ],
  [
    { kind: 'RETURN', employees: ['Vidal, Ana', 'Roy, Jean', 'Sala, Pau', 'Gil, Mar'] },
    'La vuelta del permiso de Vidal, Ana; Roy, Jean; Sala, Pau y 1 más cubriría 24,00 h.',
  ],
  [
    { kind: 'OVERTIME', is_wider: true },
    'Las horas extra hasta el tope semanal, de quienes pueden ocupar los puestos, cubrirían 24,00 h en total.',
  ],
  [
    { kind: 'HIRE' },
    'Contratar 0,70 ETC con Enfermería y lo demás que requieren los puestos cubriría 24,00 h.',
  ],
  [
    { kind: 'HIRE', tag_sets: [set([], 2800)] },
    'Contratar 0,70 ETC con lo que requieren los puestos cubriría 24,00 h.',
  ],
  [
    { kind: 'SMALLER_MINIMUM' },
    'Un mínimo de 0,25 h en vez de 4,00 h por asignación nueva cubriría 24,00 h.',
  ],
])('a remedy with %j says in Spanish what it closes', (changes, sentence) => {
  expect(inSpanish(remedySentence({ ...remedy, ...changes }, 'es'))).toBe(sentence)
})

const rebalance: RebalanceFigures = {
  limit: 'CONTRACT',
  lacking: 800,
  over: 1000,
  people: 1,
  surplus: 0,
  covered: 800,
  relieved: 400,
  maximum: 1200,
  is_maximum: true,
  changes: 3,
  changes_at_least: 2,
}
const nothingMissed = { lacking: 0, over: 0, covered: 0, relieved: 0, maximum: 0 }

test.each<[Partial<RebalanceFigures>, string]>([
  [
    {},
    '3 cambios permitirían cubrir 8,00 de las 8,00 horas que faltan y eliminar 4,00 de las 10,00 h por encima del contrato (1 persona); es lo máximo, y hacen falta al menos 2.',
  ],
  [
    { is_maximum: false, changes: 1, relieved: 0, maximum: 1800 },
    '1 cambio permitiría cubrir 8,00 de las 8,00 horas que faltan; ningún cambio podría corregir más de 18,00 h en total.',
  ],
  [
    { changes: 0, maximum: 0, limit: 'WEEKLY_CAP' },
    'Ningún cambio puede ayudar con las 8,00 horas que faltan y 10,00 h por encima del tope semanal (1 persona); a continuación se explica por qué.',
  ],
  [
    { changes: 0, lacking: 0, people: 2 },
    'No se han encontrado cambios que ayuden con las 10,00 h por encima del contrato (2 personas); ninguno podría corregir más de 12,00 h.',
  ],
  [
    { ...nothingMissed, surplus: 500 },
    'A ningún puesto le faltan horas y nadie supera su contrato, así que no hay nada que reajustar. Hay puestos con 5,00 h más de lo requerido, que ningún otro puesto necesita.',
  ],
])('a rebalance with %j is summed up in Spanish', (changes, sentence) => {
  expect(inSpanish(rebalanceSentence({ ...rebalance, ...changes }, 'es'))).toBe(sentence)
})

test('the proof of a rebalance can be given in Spanish', () => {
  const proofs = [
    { missed: 1800, short: { positions: 1, people: 1, missed: 1800, free: 1200, surplus: 0, elsewhere: 0 } },
    { missed: 1800, short: { positions: 0, people: 0, missed: 0, free: 0, surplus: 0, elsewhere: 0 } },
    { missed: 0, short: { positions: 0, people: 0, missed: 0, free: 0, surplus: 0, elsewhere: 0 } },
  ].map((proof) => inSpanish(rebalanceProof({ ...proof, maximum: 1200 }, 'CONTRACT', 'es')))
  expect(proofs).toEqual([
    'Las horas que faltan en los puestos y las que están por encima del contrato suman 18,00 h. 1 puesto y 1 persona suponen 18,00 h de ellas, y todo lo que podría ayudar ahí son 12,00 h que les quedan a otras personas, 0,00 h por encima de lo que requieren los puestos y 0,00 h que otras personas podrían asumir. Así que se pueden corregir como máximo 18,00 - 18,00 + 12,00 = 12,00 h.',
    'Las horas que faltan en los puestos y las que están por encima del contrato suman 18,00 h. Todas se pueden corregir.',
    'A ningún puesto le faltan horas, y nadie supera su contrato.',
  ])
})

test.each<[boolean, number | null, string]>([
  [true, 2, 'Está demostrado que no se puede corregir más, y también que hacen falta estos cambios.'],
  [true, 1, 'Está demostrado que no se puede corregir más, pero no que hagan falta tantos cambios.'],
  [
    false,
    null,
    'Está demostrado cuánto se puede corregir como máximo; otros cambios podrían acercarse más o ser menos.',
  ],
])(
  'the Spanish note about two changes depends on maximum %j and lower bound %j',
  (is_maximum, changes_at_least, sure) => {
    const byHand = 'Estos cambios se aplican en bloque o, a mano, en este orden.'
    const note = rebalanceNote({ is_maximum, changes: 2, changes_at_least }, 'es')
    expect(inSpanish(note)).toBe(`${byHand} ${sure}`)
  },
)

const given: Given = {
  is_raise: false,
  added: 3000,
  hours: 3000,
  held: ['Noches'],
  missing: [],
  is_on_leave: false,
  balance: 3750,
  after: 750,
  lacking: 3000,
  works_in_unit: false,
  cost: null,
  refusals: [],
}

test.each<[Partial<Given>, string]>([
  [
    {},
    'Asignar 30,00 h: tiene Noches; le quedan 37,50 h y después 7,50 h; al puesto le faltan 30,00 h y después nada.',
  ],
  [
    {
      ...{ is_raise: true, hours: 4500, held: [], is_on_leave: true, balance: 1500, after: -1500 },
      ...{ lacking: 0, cost: 200 },
    },
    'Ampliar en 30,00 h hasta 45,00 h: no se requieren titulaciones; está de permiso; solo le quedan 15,00 h y superaría su contrato en 15,00 h; al puesto no le falta nada; ya trabaja ahí; cuesta 2,00 h en otros puestos.',
  ],
  [
    { missing: ['Partos', 'Quirófano'], balance: -500, after: -3500, lacking: 4000, works_in_unit: true },
    'Asignar 30,00 h: tiene Noches pero le faltan Partos y Quirófano; ya supera su contrato en 5,00 h y superaría su contrato en 35,00 h; al puesto le faltan 40,00 h y después 10,00 h; ya trabaja en la unidad.',
  ],
])('a suggestion with %j has a Spanish reason', (changes, sentence) => {
  expect(inSpanish(reasonToGive({ ...given, ...changes }, 'es'))).toBe(sentence)
})

test('the Spanish reason of a suggestion names each rule that would refuse it', () => {
  const refusals = ruleCodes.map((rule_code) => ({ rule_code, message: 'It is refused.' }))
  const [, ...sentences] = inSpanish(reasonToGive({ ...given, refusals }, 'es')).split(' No es posible: ')
  expect(sentences).toEqual([
    'superaría el tope de horas semanales.',
    'ya tiene una asignación activa a este puesto.',
    'el contrato de la persona ha finalizado.',
    'le faltan titulaciones del puesto.',
    'necesitaría demasiados días de trabajo en la semana.',
    'el puesto tendría más horas de las que requiere.',
    'su contrato termina pronto.',
  ])
})

test('the hours that a rebalance takes away have a Spanish reason', () => {
  const taken = { taken: 600, hours: 0, above: 1400, anew: null, balance: -600, after: 0 }
  const reasons = [
    taken,
    { ...taken, after: -100 },
    { ...taken, taken: 1000, hours: 3000, above: 0, balance: 0, after: 1000 },
    { ...taken, anew: 200 },
  ].map((one) => inSpanish(reasonToTake(one, 'es')))
  expect(reasons).toEqual([
    'Finalizar (6,00 h): el puesto tiene 14,00 h más de lo requerido; supera su contrato en 6,00 h y después ya no.',
    'Finalizar (6,00 h): el puesto tiene 14,00 h más de lo requerido; supera su contrato en 6,00 h y después en 1,00 h.',
    'Reducir en 10,00 h hasta 30,00 h: otras personas asumen las horas; después tiene 10,00 h para otros puestos.',
    'Finalizar (6,00 h): no se puede reducir, y empieza de nuevo con 2,00 h.',
  ])
})

const place = { title: 'Noche', org_unit_name: 'Sala 1', hours: 1000 }
const cliff: CliffFigures = {
  cause: 'CONTRACT_ENDS',
  employee_name: 'Vidal, Ana',
  tag_name: 'Contrato',
  event: 'ends',
  date: '2026-03-18',
  is_past: false,
  from: '2026-03-23',
  direction: 'LOSS',
  hours: 4000,
  positions: [place],
}

test.each<[Partial<CliffFigures>, string]>([
  [
    {},
    'Contrato de Vidal, Ana termina el 18 mar 2026: desde el 23 mar 2026 dejan de estar aseguradas 40,00 h por semana: Noche, Sala 1 (10,00 h).',
  ],
  [
    {
      ...{ tag_name: null, event: 'begins', is_past: true, direction: 'GAIN' },
      positions: [place, place, place, place],
    },
    'Una asignación de Vidal, Ana empezó el 18 mar 2026: desde el 23 mar 2026 pasan a estar aseguradas 40,00 h por semana: Noche, Sala 1 (10,00 h), Noche, Sala 1 (10,00 h) y 2 puestos más.',
  ],
])('a cliff with %j is described in Spanish', (changes, sentence) => {
  expect(inSpanish(cliffSentence({ ...cliff, ...changes }, 'es'))).toBe(sentence)
})

describe('scenarios', () => {
  const clinic = plannedClinic({
    tags: { Contrato: 40, Noches: 0 },
    positions: { Enfermera: { mandatory: ['Noches'] } },
    people: { 'Vidal, Ana': { tags: ['Contrato', 'Noches'], works: [{ to: 'Enfermera', hours: 30 }] } },
  })
  const [contract = '', night = ''] = clinic.tags.map(({ id }) => id)
  const [employee = '', position_id = '', assignment = '', org_unit_id = ''] = [
    ...[clinic.employees, clinic.positions, clinic.assignments].map(([first]) => first?.id),
    clinic.units[2]?.id,
  ]
  const employee_tag = clinic.employees[0]?.tags[1]?.id ?? ''
  const [start_date, end_date] = ['2026-04-01', '2026-12-31']
  const enfermera = 'Enfermera en Ward 1'

  test.each<[ScenarioChange, string]>([
    [{ kind: 'LEAVE', employee, end_date }, 'Ana Vidal empieza un permiso hasta el 31 dic 2026'],
    [{ kind: 'RETURN', employee, start_date }, 'Ana Vidal vuelve de su permiso el 1 abr 2026'],
    [{ kind: 'TERMINATION', employee }, 'Ana Vidal causa baja definitiva'],
    [{ kind: 'HIRE', tags: [contract, night] }, 'se contrata a alguien con Contrato y Noches'],
    [{ kind: 'TAG_REVOKED', employee_tag }, 'Ana Vidal pierde Noches'],
    [{ kind: 'TAG_EXTENDED', employee_tag, end_date: null }, 'Ana Vidal conserva Noches sin fecha de fin'],
    [{ kind: 'TAG_EXTENDED', employee_tag, end_date }, 'Ana Vidal conserva Noches hasta el 31 dic 2026'],
    [
      { kind: 'TAG_GRANTED', employee, tag: contract, start_date, end_date },
      'Ana Vidal recibe Contrato del 1 abr 2026 al 31 dic 2026',
    ],
    [
      { kind: 'POSITION_ADDED', org_unit_id, title: 'Auxiliar', required_weekly_hours: '12.5' },
      'se añade Auxiliar, con 12,50 h, a Ward 2',
    ],
    [
      {
        ...{ kind: 'POSITION_CHANGED', position_id, required_weekly_hours: '20', org_unit_id },
        ...{ add_tags: [contract], remove_tags: [night] },
      },
      `${enfermera} requiere 20,00 h en vez de 40,00 h, pasa a Ward 2, requiere además Contrato y ya no requiere Noches`,
    ],
    [{ kind: 'POSITION_CHANGED', position_id }, `${enfermera} no cambia`],
    [{ kind: 'POSITION_CLOSED', position_id }, `se cierra ${enfermera}`],
    [
      { kind: 'ASSIGNMENT_ADDED', employee, position_id, effective_hours: '10' },
      `Ana Vidal recibe 10,00 h como ${enfermera}`,
    ],
    [
      { kind: 'ASSIGNMENT_CHANGED', assignment, effective_hours: '35' },
      `Ana Vidal tiene 35,00 h en vez de 30,00 h como ${enfermera}`,
    ],
    [{ kind: 'ASSIGNMENT_ENDED', assignment }, `finaliza la asignación de Ana Vidal como ${enfermera}`],
    [{ kind: 'CAP_CHANGED', max_weekly_hours: '20' }, 'el tope semanal de la clínica es de 20,00 h'],
    [{ kind: 'CAP_CHANGED', max_weekly_hours: null }, 'la clínica no tiene tope semanal propio'],
    [
      { kind: 'RULE_CHANGED', code: 'MAX_WEEKLY_HOURS', severity: 'WARNING', threshold: '25', enabled: true },
      'la regla MAX_WEEKLY_HOURS es una advertencia, se activa y tiene el umbral 25,00',
    ],
    [
      { kind: 'RULE_CHANGED', code: 'MAX_WEEKLY_HOURS', threshold: null, enabled: false },
      'la regla MAX_WEEKLY_HOURS se desactiva y tiene su umbral predeterminado',
    ],
  ])('the Spanish sentence of a scenario says the condition of %j', (change, clause) => {
    expect(inSpanish(condition([change], [clinic], 'es'))).toBe(`Si ${clause}`)
  })

  test('the Spanish sentence of a scenario names two of many changes', () => {
    const changes: ScenarioChange[] = Array.from({ length: 4 }, () => ({ kind: 'TERMINATION', employee }))
    const steps = changes.map(() => clinic)
    expect(inSpanish(condition(changes, steps, 'es'))).toBe(
      'Si Ana Vidal causa baja definitiva, Ana Vidal causa baja definitiva y se hacen 2 cambios más',
    )
  })

  const effect: Effect = {
    lost: { hours: 0, needed: 0, units: 0 },
    gained: { hours: 0, needed: 0, units: 0 },
    weeks: { changed: 1, all: 1, compared: '2026-W10' },
    required: 0,
    pools: 0,
    violations: { added: 0, resolved: 0 },
    taken_over: null,
    frees_people: false,
  }
  const taken_over = { wanted: 3000, taken: 200, open_tags: ['Noches', ''], more_open: 2800 }
  const weeks = { changed: 2, all: 26, compared: '2026-W10' }

  test.each<[Partial<Effect>, string]>([
    [{}, 'no cambia nada en la semana 10 de 2026'],
    [{ weeks }, 'no cambia nada en las 26 semanas desde la semana 10 de 2026'],
    [{ pools: -4000 }, 'las horas de contrato disminuyen en 40,00 h por semana'],
    [
      { lost: { hours: 3000, needed: 3000, units: 1 }, taken_over },
      'se pierden 30,00 h por semana en 1 unidad; otras personas podrían asumir 2,00 h; quedan 28,00 h sin cubrir: Noches y sin titulaciones concretas',
    ],
    [
      {
        ...{
          lost: { hours: 100, needed: 0, units: 1 },
          gained: { hours: 1000, needed: 400, units: 2 },
          weeks,
        },
        ...{ required: 1600, violations: { added: 1, resolved: 2 } },
      },
      'se pierde 1,00 h por semana en 1 unidad, ninguna de ellas necesaria y se ganan 10,00 h por semana en 2 unidades, de ellas 4,00 h necesarias en 2 de 26 semanas; los puestos requieren 16,00 h más; hay 1 incumplimiento nuevo; se resuelven 2 incumplimientos',
    ],
    [{ frees_people: true, taken_over: { ...taken_over, taken: 3000 } }, 'un plan podría cubrirlo todo'],
    [
      { taken_over: { wanted: 0, taken: 0, open_tags: [], more_open: -3800 } },
      'un plan deja 38,00 h menos sin cubrir',
    ],
  ])('the Spanish sentence of a scenario says the effect %j', (changes, said) => {
    expect(inSpanish(scenarioSentence('Si…', { ...effect, ...changes }, 'es'))).toBe(`Si…, ${said}.`)
  })
})
