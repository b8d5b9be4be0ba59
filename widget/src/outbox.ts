/**
 * Click events on their way to the service (§6): kept in session storage until it has them, so that a click which
 * leads away still arrives from the next page; sent with keepalive, one request at a time. Every event has an id, by
 * which the service counts it once. Nothing else is stored but the session's random id; where storage is shut, both
 * live as long as the page.
 */
import { createId } from './ids.ts';
import type { Settings } from './settings.ts';

const eventsPerRequest = 20;
/** Requests that outlive their page may hold 64 KiB together. */
const requestMaxBytes = 32_768;
/** Chosen: more would only wait for a service that is away. */
const waitingMax = 100;
const batchMs = 200;

export type ClickEvent = Readonly<Record<string, string | number>>;

export interface Outbox {
  /** Keeps an event and sends it soon; at once where the click leads away. */
  readonly put: (event: ClickEvent, isLeaving: boolean) => void;
  readonly flush: () => void;
}

export function createOutbox({ apiKey, eventsEndpoint }: Settings): Outbox {
  const outboxKey = `foretype-outbox-${apiKey}`;
  const memory = new Map<string, string>();
  /** Ids of events whose answer is awaited. */
  const underWay = new Set<unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(key: string): string | null {
    try {
      return sessionStorage.getItem(key) ?? memory.get(key) ?? null;
    } catch {
      return memory.get(key) ?? null;
    }
  }

  function write(key: string, text: string): void {
    try {
      if (text) sessionStorage.setItem(key, text);
      else sessionStorage.removeItem(key);
      memory.delete(key);
    } catch {
      memory.set(key, text);
    }
  }

  function readWaiting(): ClickEvent[] {
    try {
      const events: unknown = JSON.parse(read(outboxKey) || '[]');
      return Array.isArray(events) ? events : [];
    } catch {
      return [];
    }
  }

  function keep(events: readonly ClickEvent[]): void {
    write(outboxKey, events.length > 0 ? JSON.stringify(events.slice(-waitingMax)) : '');
  }

  function readSessionId(): string {
    const known = read('foretype-session');
    if (known) return known;
    const created = createId();
    write('foretype-session', created);
    return created;
  }

  /** One request at a time, unless the page is about to go. */
  function flush(isLeaving = false): void {
    clearTimeout(timer);
    if (underWay.size > 0 && !isLeaving) return;
    const batch = readWaiting()
      .filter(({ event_id }) => !underWay.has(event_id))
      .slice(0, eventsPerRequest);
    const present = () => JSON.stringify({ session_id: readSessionId(), events: batch });
    while (batch.length > 1 && new Blob([present()]).size > requestMaxBytes) batch.pop();
    if (batch.length > 0)
      void send(
        present(),
        batch.map(({ event_id }) => event_id),
      );
  }

  async function send(body: string, ids: readonly unknown[]): Promise<void> {
    for (const id of ids) underWay.add(id);
    let isDone = false;
    try {
      const { status } = await fetch(eventsEndpoint, {
        method: 'POST',
        headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
        body,
        keepalive: true,
        credentials: 'omit',
      });
      // What the service refuses it would refuse again.
      isDone = status < 500 && status !== 429;
    } catch {
      // Away: the events wait for the next click or page.
    }
    if (isDone) keep(readWaiting().filter(({ event_id }) => !ids.includes(event_id)));
    for (const id of ids) underWay.delete(id);
    if (isDone) flush();
  }

  return {
    put(event, isLeaving) {
      keep([...readWaiting(), { ...event, event_id: createId() }]);
      clearTimeout(timer);
      if (isLeaving) flush(true);
      else timer = setTimeout(flush, batchMs);
    },
    flush,
  };
}
