/**
 * Click events on their way to the service (§6): kept in session storage until it has them, so that a click which
 * leads away still arrives, from the next page if need be; sent with keepalive, one request at a time. Every event has
 * an id, by which the service counts it once. Nothing else is stored but the session's random id; where storage is
 * shut, both live as long as the page.
 */
import { readText } from './answer.ts';
import { createId } from './ids.ts';
import { createSend, isFinal } from './send.ts';
import type { Settings } from './settings.ts';

/** Of events that are as long as they can be, this many stay below 32 KiB; 64 KiB may outlive their page. */
const eventsPerRequest = 12;
/** Longer than a question's: nobody waits for it. */
const timeoutMs = 10_000;
/** Chosen: more would only wait for a service that is away. */
const waitingMax = 100;

export type ClickEvent = Readonly<Record<string, string | number>>;

/** Keeps an event and sends it, with all others that wait, as soon as nothing is under way. */
export type Report = (event: ClickEvent) => void;

function read(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) || '');
  } catch {
    return null;
  }
}

function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Shut or full.
  }
}

/** Sends what earlier pages could not. */
export function createReport({ storefrontKey, eventsUrl }: Settings): Report {
  const outboxName = `foretype-outbox-${storefrontKey}`;
  const sessionName = 'foretype-session';
  const sessionId = readText(read(sessionName)) || createId();
  // Whatever the page or its visitor wrote there instead is dropped.
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
    // What the service refuses it would refuse again; where it is away, the events wait.
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
