import { notifications } from '@mantine/notifications';
import { messageOf } from '../api/request.ts';

/** Says that something was done which the page itself does not show. */
export function noticeDone(message: string): void {
  notifications.show({ message, color: 'pine' });
}

/** Says that something asked for by a button did not work. */
export function noticeFailure(error: unknown): void {
  notifications.show({
    title: 'That did not work',
    message: messageOf(error),
    color: 'red',
    autoClose: 12_000,
  });
}
