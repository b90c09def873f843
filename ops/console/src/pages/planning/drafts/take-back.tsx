import { notifications } from '@mantine/notifications'
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

/** Offers to take back what was just applied, for as long as nobody closes the offer. */
export const offerTakeBack = (application_id: string) =>
  notifications.show({
    message: <TakeBack application_id={application_id} />,
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': say('Dismiss') },
  })
