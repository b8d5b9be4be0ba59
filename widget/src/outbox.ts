/**
 * Click events on their way to the service (§6): kept in session storage until the service has them, so a click that leaves the
 * page still arrives, from the next page if necessary; sent with keepalive, one request at a time. Every event has an id, so the
 * service counts it once. Only the session's random id is stored as well; if storage is blocked, both live as long as the page.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import { readText } from './answer.ts';
import { createId } from './ids.ts';
import { createSend, isFinal } from './send.ts';
import type { Settings } from './settings.ts';
import { keep, read } from './storage.ts';

/** This many events of maximum length stay below 32 KiB; requests up to 64 KiB may outlive their page. */
const eventsPerRequest = 12;
/** Longer than for a search, since no shopper waits for it. */
const timeoutMs = 10_000;
/** Chosen: more would only wait for an unreachable service. */
const waitingMax = 100;

export type ClickEvent = Readonly<Record<string, string | number>>;

/** Stores an event and sends it with all waiting ones as soon as no request is running. */
export type Report = (event: ClickEvent) => void;

/** Creates a report, and sends events that earlier pages could not send. */
export function createReport({ storefrontKey, eventsUrl }: Settings): Report {
  const outboxName = `foretype-outbox-${storefrontKey}`;
  const sessionName = 'foretype-session';
  const sessionId = readText(read(sessionName)) || createId();
  // Other content in that storage key is dropped.
  const waiting = ([] as ClickEvent[])
    .concat(read(outboxName) as ClickEvent[])
    .filter((event) => readText(event?.event_id));
  let isSending = false;
  const send = createSend(timeoutMs);

  async function flush(): Promise<void> {
    const events = waiting.slice(0, eventsPerRequest);
    if (!events[0] || isSending) return;
    isSending = true;
    keep(sessionName, sessionId);
    const headers = { 'X-Api-Key': storefrontKey, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ session_id: sessionId, events });
    const init: RequestInit = { method: 'POST', headers, body, keepalive: true };
    const isDone = await send(eventsUrl, init, new AbortController()).then(() => true, isFinal);
    // The service would refuse a refused event again; if it is unreachable, the events wait.
    if (isDone) waiting.splice(0, events.length);
    keep(outboxName, waiting);
    setTimeout(
      () => {
        isSending = false;
        void flush();
      },
      isDone ? 0 : timeoutMs,
    );
  }

  void flush();
  return (event) => {
    if (waiting.length < waitingMax) waiting.push({ ...event, event_id: createId() });
    keep(outboxName, waiting);
    void flush();
  };
}
