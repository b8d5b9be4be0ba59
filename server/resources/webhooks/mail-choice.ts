/**
 * Tells the choices of members to get alerts by mail from webhooks: both are rows of one kind, so that mails have the queue, the
 * retries and the log of webhooks. A choice has an address that no webhook can have, `mailto:` and the e-mail. Pure.
 */
// Tests: test/scenarios/alert-mails.test.ts.
import type { Webhook } from '../../storage/webhooks/tables.ts';

const scheme = 'mailto:';

/** The address of the choice of a member. */
export function mailUrl(email: string): string {
  return `${scheme}${email}`;
}

/** Whether it is the choice of a member, and no webhook. */
export function isMail({ url }: Pick<Webhook, 'url'>): boolean {
  return url.startsWith(scheme);
}

/** The e-mail of the member whose choice has this address. */
export function memberOf(url: string): string {
  return url.slice(scheme.length);
}
