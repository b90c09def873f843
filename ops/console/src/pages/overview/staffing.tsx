import { say } from '../../language/text.ts'
import { dayOf, hours, sentence, span } from '../../language/wording.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { Moment, Note, PageLink, Panel } from '../../parts/parts.tsx'
import styles from './overview.module.css'
import * as ask from './questions.ts'
import { Waiting, WaitingLine } from './waiting.tsx'

type Answers = OperatorAnswers['overview']

/** The five units that lack most hours. */
export const WorstUnits = () => (
  <Panel title={say('Units that lack most hours')}>
    <Live {...ask.shortages}>
      {({ worst, short_units }) => (
        <Waiting
          of={{ count: short_units, is_more: false, first: worst }}
          to="/coverage"
          what={say('{count, plural, one {unit is short} other {units are short}}', { count: short_units })}
          nothing={say('No unit is short of hours.')}
          line={(unit) => <ShortUnit unit={unit} most={Number(worst[0]?.shortfall_hours)} />}
        />
      )}
    </Live>
    <PageLink to="/planner" size="sm">
      {say('What could be covered')}
    </PageLink>
  </Panel>
)

function ShortUnit({ unit, most }: { unit: Answers['shortages']['worst'][number]; most: number }) {
  const [assigned, required] = [hours(unit.assigned_hours), hours(unit.required_hours)]
  return (
    <WaitingLine
      main={unit.name}
      to={`/coverage/${unit.id}`}
      more={say('{assigned} assigned of {required} required', { assigned, required })}
      right={
        <>
          {say('{hours} short', { hours: hours(unit.shortfall_hours) })}
          <div className={styles.bar}>
            <div style={{ width: `${(100 * Number(unit.shortfall_hours)) / most}%` }} />
          </div>
        </>
      }
    />
  )
}

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

/** Whose contracts, or certificates, end soon. */
export function Ending({ kind }: { kind: keyof typeof endings }) {
  const { title, what, nothing } = endings[kind]
  return (
    <Panel title={say(title)}>
      <Live {...ask.ending(kind)}>
        {(found) => (
          <Waiting
            of={found}
            to={ask.links[kind]}
            what={say(what, { count: found.count })}
            nothing={say(nothing)}
            line={({ employee, employee_name, tag_name, tag_display_name, end_date, days_left }) => (
              <WaitingLine
                main={employee_name}
                to={`/people/${employee}`}
                more={tag_display_name || tag_name}
                right={
                  <>
                    {say('{days, plural, =0 {today} =1 {tomorrow} other {in # days}}', { days: days_left })}
                    <Note>
                      <time dateTime={end_date}>{dayOf(end_date)}</time>
                    </Note>
                  </>
                }
              />
            )}
          />
        )}
      </Live>
    </Panel>
  )
}

/** The proposals that await an answer. */
export const Proposals = () => (
  <Panel title={say('Proposals waiting for an answer')}>
    <Live {...ask.proposals}>
      {(found) => (
        <Waiting
          of={found}
          to={ask.links.proposals}
          what={say('{count, plural, one {proposal waits} other {proposals wait}}', { count: found.count })}
          nothing={say('No proposal waits for an answer.')}
          line={({ id, employee_name, proposal_type, proposed_at, expires_at }) => (
            <WaitingLine
              main={employee_name}
              to={`/people/${id}`}
              more={sentence(proposal_type)}
              right={
                <>
                  {say('until')} <Moment of={expires_at} />
                  {proposed_at && <Note>{say('waiting for {span}', { span: spanSince(proposed_at) })}</Note>}
                </>
              }
            />
          )}
        />
      )}
    </Live>
  </Panel>
)

const spanSince = (instant: string) => span(Math.round((Date.now() - Date.parse(instant)) / 1000))
