import { say } from '../../../language/text.ts'
import { api } from '../../../live/api.ts'
import { PlanningAct } from '../act-button.tsx'

/** Takes back what was applied, as a whole. */
export const TakeBack = ({ application_id, of }: { application_id: string; of?: string }) => (
  <PlanningAct
    act={() => api.planning.take_back.mutate({ application_id })}
    done={say('Everything is as it was before.')}
    {...(of && { 'aria-label': say('Take back {what}', { what: of }) })}
  >
    {say('Take back')}
  </PlanningAct>
)
