/**
 * Writes the mail of an alert: a plain text and a simple HTML of the same words, with the link to the page of the dashboard. Pure.
 * Names and messages are text of strangers, and are escaped. Without a known origin of the service the mail has no link.
 */
// Tests: ./alert-mail.test.ts.
import { type AlertState, titleOfAlert } from '../../../contract/words/alerts.ts';
import { alertEvents, type MessageType } from '../../../contract/words/webhooks.ts';
import type { Mail } from '../../outbound/mail.ts';

/** The part of a message's payload that a mail shows. */
interface AlertPayload {
  readonly data?: {
    readonly alert?: {
      readonly state: AlertState;
      readonly name: string;
      readonly message: string;
      readonly dashboard_path: string;
    };
  };
}

/** A message to a person. */
export interface AlertMessage {
  readonly id: string;
  readonly type: MessageType;
  readonly payload: string;
  readonly to: string;
  readonly storeName: string;
  readonly origin: string | null;
}

/** The mail of a message. */
export function writeAlertMail({ id, type, payload, to, storeName, origin }: AlertMessage): Mail {
  const alert = (JSON.parse(payload) as AlertPayload).data?.alert;
  const title = titleOf(type, alert);
  const link = origin === null || alert === undefined ? null : `${origin}${alert.dashboard_path}`;
  const message =
    alert === undefined
      ? 'Alert mails will be sent to this address.'
      : alert.state === 'open'
        ? alert.message
        : '';
  const parts = [`${title}.`, message, link ?? ''].filter((part) => part !== '');
  const why = `You get this mail because you chose it under Settings, Alerts of the store ${storeName}.`;
  const html = [
    `<p><strong>${escapeHtml(title)}.</strong></p>`,
    ...(message === '' ? [] : [`<p>${escapeHtml(message)}</p>`]),
    ...(link === null ? [] : [`<p><a href="${escapeHtml(link)}">Open the dashboard</a></p>`]),
    `<p><small>${escapeHtml(why)}</small></p>`,
  ];
  return {
    ...{ id, to, subject: oneLine(`${storeName}: ${title}`) },
    text: `${[...parts, why].join('\n\n')}\n`,
    html: `<!doctype html><html><body>${html.join('')}</body></html>`,
  };
}

function titleOf(type: MessageType, alert: NonNullable<AlertPayload['data']>['alert']): string {
  const cause = alertEvents.find((event) => event === type);
  if (cause === undefined || alert === undefined) return 'This is a test of alerts';
  return titleOfAlert(cause, alert);
}

/** A line break would end the header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
