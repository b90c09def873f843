import type { Language } from '../../language.ts'
import { en, es } from './writing.ts'

// Hours are hundredths; names are `last, first`.

type Renewal = { employee_name: string; tag_name: string; last_day: string; hours: number; open: number }
type Training = { pairs: number; before: number; closed: number }
type SinglePoint = {
  employee_name: string
  works: number
  hours: number
  tags: readonly string[]
  /** How many other people on duty hold these tags. */
  others: number
  could_train: readonly { employee_name: string; tag_name: string }[]
}

const english = {
  renewal: ({ employee_name, tag_name, last_day, hours }: Renewal) =>
    `If ${tag_name} of ${employee_name} is not renewed after ${last_day}, ${en.hours(hours)} a week can no longer be counted on; `,
  takenOver: 'a plan could make up for them.',
  open: ({ hours, open }: Renewal) =>
    open < hours ? `a plan could make up for all but ${en.hours(open)}.` : 'no plan could make up for them.',

  training: ({ pairs, before, closed }: Training) =>
    `${en.counted(pairs, 'more qualification')} would close ${en.hours(closed)} of the ${en.hours(before)} that stay open in every plan. Each builds on those before it.`,
  noTraining: (before: number) =>
    `No single additional qualification would close any of the ${en.hours(before)} that stay open in every plan.`,
  nothingToClose: 'No hours stay open, so nobody needs training.',

  single: ({ employee_name, works, hours }: SinglePoint) =>
    hours === works
      ? `If ${employee_name} left, nobody could take over any of their ${en.hours(works)} a week.`
      : `If ${employee_name} left, others could take over ${en.hours(works - hours)} of their ${en.hours(works)} a week, and nobody the other ${en.hours(hours)}.`,
  holders: (others: number, tags: string) =>
    others === 0
      ? ` Nobody else on duty holds ${tags}.`
      : ` ${en.counted(others, 'other person', 'other people')} on duty ${others === 1 ? 'holds' : 'hold'} ${tags}, but cannot take over all these hours.`,
  train: (who: string) => ` ${who} could be trained.`,

  headroom: (pct: string) => ` ${pct} % of every contract is left unplanned, for leave, sickness and study.`,
}

const spanish: typeof english = {
  renewal: ({ employee_name, tag_name, last_day, hours }) =>
    `Si ${tag_name} de ${employee_name} no se renueva después del ${es.date(last_day)}, se deja de contar con ${es.hours(hours)} por semana; `,
  takenOver: 'un plan podría compensarlas.',
  open: ({ hours, open }) =>
    open < hours
      ? `un plan podría compensarlas, salvo ${es.hours(open)}.`
      : 'ningún plan podría compensarlas.',

  training: ({ pairs, before, closed }) =>
    `${es.counted(pairs, 'titulación más cubriría', 'titulaciones más cubrirían')} ${es.hours(closed)} de las ${es.hours(before)} que quedan abiertas en todo plan. Cada una se ha planificado con las anteriores.`,
  noTraining: (before) =>
    `Ninguna titulación más cubriría por sí sola parte de las ${es.hours(before)} que quedan abiertas en todo plan.`,
  nothingToClose: 'No quedan horas abiertas, así que nadie tiene que formarse.',

  single: ({ employee_name, works, hours }) =>
    hours === works
      ? `Si ${employee_name} se fuera, nadie podría asumir ninguna de sus ${es.hours(works)}.`
      : `Si ${employee_name} se fuera, otras personas podrían asumir ${es.hours(works - hours)} de sus ${es.hours(works)}, y nadie las otras ${es.hours(hours)}.`,
  holders: (others, tags) =>
    others === 0
      ? ` Nadie más en servicio tiene ${tags}.`
      : ` ${es.counted(others, 'persona más en servicio tiene', 'personas más en servicio tienen')} ${tags}, pero sin horas para asumirlo todo.`,
  train: (who) => ` Se podría formar a ${who}.`,

  headroom: (pct) =>
    ` No se planifica el ${pct} % de los contratos: se reserva para permisos, enfermedad y formación.`,
}

const words = { en: { ...english, ...en }, es: { ...spanish, ...es } }

/** What falls without the renewal, and what then stays open. */
export function renewalSentence(one: Renewal, language: Language = 'en'): string {
  const say = words[language]
  return `${say.renewal(one)}${one.open > 0 ? say.open(one) : say.takenOver}`
}

/** How much the training would close. */
export function trainingSentence(one: Training, language: Language = 'en'): string {
  const say = words[language]
  if (one.before === 0) return say.nothingToClose
  return one.pairs === 0 ? say.noTraining(one.before) : say.training(one)
}

/** What nobody could take over if the person left, why, and who could be trained. */
export function singlePointSentence(one: SinglePoint, language: Language = 'en'): string {
  const say = words[language]
  const who = one.could_train.map(({ employee_name, tag_name }) => `${employee_name} (${tag_name})`)
  const train = who.length ? say.train(who.join('; ')) : ''
  const holders = one.tags.length ? say.holders(one.others, say.tags(one.tags)) : ''
  return `${say.single(one)}${holders}${train}`
}

/** What the headroom takes out of the pools, as a sentence that follows others; nothing without headroom. */
export const headroomSentence = ({ headroom }: { headroom: number }, language: Language = 'en') =>
  headroom > 0 ? words[language].headroom(words[language].amount(headroom)) : ''
