/**
 * Turns alerts and mails of alerts into words: what ends an alert, where it is put right, and what became of the last mail. Pure; it
 * sends nothing.
 */
// Tests: ./alerts.test.ts.
import type { MailChoiceBody } from '../../../contract/alerts.ts';
import { type AlertEvent, testEvent } from '../../../contract/words/webhooks.ts';

interface AlertWords {
  /** What is chosen for mails. */
  readonly choice: string;
  /** The link to where it is put right. */
  readonly action: string;
  /** When it is over. */
  readonly end: string;
}

/** The words of each type of alert. */
export const alertWords: Readonly<Record<AlertEvent, AlertWords>> = {
  'alert.feed_failed': {
    choice: 'A feed fails',
    action: 'Open the feed',
    end: 'Over when a run of the feed completes.',
  },
  'alert.guard_held': {
    choice: 'The guard holds a feed that would remove too many products',
    action: 'Open the feed',
    end: 'Over when you let it through, or a later run is as usual.',
  },
  'alert.import_failed': {
    choice: 'A file cannot be imported',
    action: 'Open the import',
    end: 'Over when a file of this name is imported.',
  },
  'alert.searches_failing': {
    choice: 'Suddenly more searches find nothing',
    action: 'See the searches',
    end: 'Over when fewer searches of a day find nothing.',
  },
};

/** What became of a mail, with how bad that is. */
interface MailResult {
  readonly words: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'live';
}

/** Says what became of the last mail, with the reason of the mail server where it was not taken; null before the first mail. */
export function describeLastMail({ last_delivery: mail, email }: MailChoiceBody): MailResult | null {
  if (mail === null) return null;
  const name = mail.type === testEvent ? 'The test mail' : 'The last mail';
  const reason = mail.attempts.at(-1)?.error;
  if (mail.status === 'delivered') {
    return { words: `${name} to ${email} was taken by the mail server.`, tone: 'good' };
  }
  if (mail.status === 'failed') {
    return { words: `${name} to ${email} could not be sent. ${reason ?? ''}`.trim(), tone: 'bad' };
  }
  if (reason == null) return { words: `${name} to ${email} is being sent.`, tone: 'live' };
  return { words: `${name} to ${email} was not taken yet, and is sent again. ${reason}`, tone: 'warn' };
}
