import { expect, test } from 'vitest'
import {
  headroomSentence,
  renewalSentence,
  singlePointSentence,
  trainingSentence,
} from '../../../../src/planning/words/qualifications.ts'

const renewal = {
  employee_name: 'Vidal, Ana',
  tag_name: 'Noches',
  last_day: '2026-12-01',
  hours: 3600,
  open: 0,
}

test.each([
  [0, 'a plan could make up for them.', 'un plan podría compensarlas.'],
  [400, 'a plan could make up for all but 4.00 h.', 'un plan podría compensarlas, salvo 4,00 h.'],
  [3600, 'no plan could make up for them.', 'ningún plan podría compensarlas.'],
])('a renewal says in both languages that %i hundredths of 36 hours stay open', (open, english, spanish) => {
  expect(renewalSentence({ ...renewal, open })).toBe(
    `If Noches of Vidal, Ana is not renewed after 2026-12-01, 36.00 h a week can no longer be counted on; ${english}`,
  )
  expect(renewalSentence({ ...renewal, open }, 'es')).toBe(
    `Si Noches de Vidal, Ana no se renueva después del 1 dic 2026, se deja de contar con 36,00 h por semana; ${spanish}`,
  )
})

test.each([
  [
    { pairs: 0, before: 0, closed: 0 },
    'No hours stay open, so nobody needs training.',
    'No quedan horas abiertas, así que nadie tiene que formarse.',
  ],
  [
    { pairs: 0, before: 900, closed: 0 },
    'No single additional qualification would close any of the 9.00 h that stay open in every plan.',
    'Ninguna titulación más cubriría por sí sola parte de las 9,00 h que quedan abiertas en todo plan.',
  ],
  [
    { pairs: 2, before: 900, closed: 800 },
    '2 more qualifications would close 8.00 h of the 9.00 h that stay open in every plan. Each builds on those before it.',
    '2 titulaciones más cubrirían 8,00 h de las 9,00 h que quedan abiertas en todo plan. Cada una se ha planificado con las anteriores.',
  ],
])('training with %j is summed up in both languages', (figures, english, spanish) => {
  expect([trainingSentence(figures), trainingSentence(figures, 'es')]).toEqual([english, spanish])
})

const point = { employee_name: 'Vidal, Ana', works: 3600, tags: ['Noches'], others: 0, could_train: [] }

test.each([
  [
    { ...point, hours: 3600 },
    'If Vidal, Ana left, nobody could take over any of their 36.00 h a week. Nobody else on duty holds Noches.',
    'Si Vidal, Ana se fuera, nadie podría asumir ninguna de sus 36,00 h. Nadie más en servicio tiene Noches.',
  ],
  [
    { ...point, hours: 600, others: 2, could_train: [{ employee_name: 'Roca, Bea', tag_name: 'Noches' }] },
    'If Vidal, Ana left, others could take over 30.00 h of their 36.00 h a week, and nobody the other 6.00 h. 2 other people on duty hold Noches, but cannot take over all these hours. Roca, Bea (Noches) could be trained.',
    'Si Vidal, Ana se fuera, otras personas podrían asumir 30,00 h de sus 36,00 h, y nadie las otras 6,00 h. 2 personas más en servicio tienen Noches, pero sin horas para asumirlo todo. Se podría formar a Roca, Bea (Noches).',
  ],
  [
    { ...point, hours: 600, tags: [] },
    'If Vidal, Ana left, others could take over 30.00 h of their 36.00 h a week, and nobody the other 6.00 h.',
    'Si Vidal, Ana se fuera, otras personas podrían asumir 30,00 h de sus 36,00 h, y nadie las otras 6,00 h.',
  ],
])('a single point with %j is told in both languages', (figures, english, spanish) => {
  expect([singlePointSentence(figures), singlePointSentence(figures, 'es')]).toEqual([english, spanish])
})

test('the headroom is told in both languages, if there is one', () => {
  expect(headroomSentence({ headroom: 0 })).toBe('')
  expect(headroomSentence({ headroom: 2250 })).toBe(
    ' 22.50 % of every contract is left unplanned, for leave, sickness and study.',
  )
  expect(headroomSentence({ headroom: 2250 }, 'es')).toBe(
    ' No se planifica el 22,50 % de los contratos: se reserva para permisos, enfermedad y formación.',
  )
})
