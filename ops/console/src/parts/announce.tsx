import { notifications } from '@mantine/notifications'
import { say } from '../language/text.ts'

/** Shows a notification that something is done. */
export const announce = (message: string) =>
  notifications.show({
    message,
    color: 'teal',
    withCloseButton: true,
    closeButtonProps: { 'aria-label': say('Dismiss') },
  })
