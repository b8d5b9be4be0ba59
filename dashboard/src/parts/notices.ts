// Tests: test/browser/dashboard.test.ts.
import { notifications } from '@mantine/notifications';
import { messageOf } from '../api/request.ts';

/** Shows a notice that something was done, where the page itself does not show it. */
export function noticeDone(message: string): void {
  notifications.show({ message, color: 'pine' });
}

/** Shows a notice that an action of a button failed, in the words of the service. */
export function noticeFailure(error: unknown): void {
  notifications.show({
    title: 'That did not work',
    message: messageOf(error),
    color: 'red',
    autoClose: 12_000,
  });
}
