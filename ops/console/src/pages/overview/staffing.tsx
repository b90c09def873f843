import { PersonActs } from '../../dialog/acts/person-acts.tsx'
import { RenewButton } from '../../dialog/acts/tag-acts.tsx'
import { say } from '../../language/text.ts'
import { dayOf, hours, sentence, span } from '../../language/wording.ts'
import { Moment, Note, PageLink } from '../../parts/parts.tsx'
import styles from './overview.module.css'
import * as ask from './questions.ts'
import { Waiting } from './waiting.tsx'

/** The five units that lack the most hours. */
export const WorstUnits = () => (
  <Waiting
    title="Units that lack the most hours"
    ask={ask.shortages}
    to="/coverage"
    waiting={({ worst, short_units: count }) => ({
      count,
      is_more: false,
      what: say('{count, plural, one {unit is short} other {units are short}}', { count }),
      first: worst,
    })}
    nothing="No unit is short of hours."
    line={({ id, name, assigned_hours, required_hours, shortfall_hours: short }, _, [worst]) => ({
      id,
      main: name,
      to: `/coverage/${id}`,
      more: say('{assigned} assigned of {required} required', {
        assigned: hours(assigned_hours),
        required: hours(required_hours),
      }),
      right: (
        <>
          {say('{hours} short', { hours: hours(short) })}
          <div className={styles.bar}>
            <div style={{ width: `${(100 * Number(short)) / Number(worst?.shortfall_hours)}%` }} />
          </div>
        </>
      ),
    })}
  >
    <PageLink to="/planner" size="sm">
      {say('What could be covered')}
    </PageLink>
  </Waiting>
)

const endings = {
  contracts: {
    title: 'Contracts that end within 30 days',
    what: '{count, plural, one {person} other {people}} whose contract ends',
    nothing: 'No contract ends within 30 days.',
  },
  certificates: {
    title: 'Certificates and qualifications that end within 30 days',
    what: '{count, plural, one {person} other {people}} whose certificate or qualification ends',
    nothing: 'No certificate or qualification ends within 30 days.',
  },
} as const

/** The units whose people are meant; everybody without them. */
type OfUnits = { units?: readonly string[] }

/** The page with all rows, limited to the units if there are any. */
const within = (path: string, units: readonly string[] = []) =>
  [path, ...units.map((unit) => `unit=${unit}`)].join('&')

/** People with a contract or a certificate that ends soon. */
export const Ending = ({ kind, units }: OfUnits & { kind: keyof typeof endings }) => (
  <Waiting
    {...endings[kind]}
    ask={ask.ending(kind, units)}
    to={within(ask.links[kind], units)}
    waiting={(found) => ({ ...found, what: say(endings[kind].what, { count: found.count }) })}
    line={({ id, employee, employee_name, tag_name, tag_display_name, end_date, days_left }) => ({
      id,
      main: employee_name,
      to: `/people/${employee}`,
      more: tag_display_name || tag_name,
      right: (
        <>
          {say('{days, plural, =0 {today} =1 {tomorrow} other {in # days}}', { days: days_left })}
          <Note>
            <time dateTime={end_date}>{dayOf(end_date)}</time>
          </Note>
          <RenewButton id={id} of={`${tag_display_name || tag_name}, ${employee_name}`} />
        </>
      ),
    })}
  />
)

/** The proposals that await an answer. */
export const Proposals = ({ units }: OfUnits) => (
  <Waiting
    title="Proposals waiting for an answer"
    ask={ask.proposals(units)}
    to={within(ask.links.proposals, units)}
    waiting={(found) => ({
      ...found,
      what: say('{count, plural, one {proposal waiting} other {proposals waiting}}', { count: found.count }),
    })}
    nothing="No proposal waits for an answer."
    line={({ id, employee_name, proposal_type, proposed_at, expires_at }) => ({
      id,
      main: employee_name,
      to: `/people/${id}`,
      more: sentence(proposal_type),
      right: (
        <>
          {say('until')} <Moment of={expires_at} />
          {proposed_at && <Note>{say('waiting for {span}', { span: spanSince(proposed_at) })}</Note>}
          <PersonActs of={{ id, status: 'PROPOSAL_PENDING' }} label={employee_name} />
        </>
      ),
    })}
  />
)

const spanSince = (instant: string) => span(Math.round((Date.now() - Date.parse(instant)) / 1000))
