/**
 * The states of an alert and what it is called in each, in mails and in the dashboard. Pure. States are part of messages and
 * of addresses: never rename one.
 */
// Tests: server/resources/webhooks/alert-mail.test.ts.
import type { AlertEvent } from './webhooks.ts';

/** `open` while the cause lasts. */
export const alertStates = ['open', 'over'] as const;
/** One of {@link alertStates}. */
export type AlertState = (typeof alertStates)[number];

const titles: Readonly<Record<AlertEvent, Readonly<Record<AlertState, string>>>> = {
  'alert.feed_failed': { open: 'The feed “NAME” fails', over: 'The feed “NAME” works again' },
  'alert.guard_held': { open: 'The guard holds the feed “NAME”', over: 'The feed “NAME” is no longer held' },
  'alert.import_failed': {
    open: 'The file “NAME” was not imported',
    over: 'The file “NAME” was imported again',
  },
  'alert.searches_failing': { open: 'More searches find nothing', over: 'Searches find products again' },
};

/** Returns what an alert says in a line, such as `The feed “Lamps” fails`. The name of the feed or file is as it was given. */
export function titleOfAlert(
  type: AlertEvent,
  { name, state }: { readonly name: string; readonly state: AlertState },
): string {
  return titles[type][state].replace('NAME', () => name);
}
