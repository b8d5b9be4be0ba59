/**
 * Makes a store whose events are written as the pipeline writes them, by a clock that the test drives (microseconds). There is no HTTP
 * and no thread. A batch that is refused rejects; scores count as equal within a small tolerance.
 */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { EventBatch, JudgedEvent } from '../../server/events/event-batch.ts';
import { worthAt } from '../../server/events/popularity.ts';
import { createSessions } from '../../server/events/sessions.ts';
import { writeEvents } from '../../server/events/write-events.ts';
import { newId } from '../../server/ids.ts';
import type { PopularityKind } from '../../server/storage/events/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { nestedPrefixes } from '../../server/structures/network-prefix.ts';
import { productWrite, someTime, storeRow, uuidOf } from './storage-rows.ts';

export const storeId = uuidOf(1);
export const minute = 60_000_000;
export const day = 24 * 60 * minute;

/** A store with two products, and hands to let shoppers do something there. */
export async function openShop(storage: Storage) {
  await storage.directory.createStore(storeRow(), []);
  const products = [productWrite('a', 10), productWrite('b', 11)] as const;
  await storage.write(storeId, (writer) => writer.products.upsert(products, 1));
  const clock = { now: someTime + 12 * 60 * minute };
  const environment = {
    clock: { nowMicros: () => clock.now },
    newId,
    sessions: createSessions(storage.directory),
  };
  const reader = storage.reader(storeId);
  return {
    clock,
    reader,
    sessions: environment.sessions,
    ids: { a: products[0].id, b: products[1].id },
    write: (batches: readonly EventBatch[]) => writeEvents(storage, storeId, batches, environment),
    async worth(kind: PopularityKind, key: string): Promise<number> {
      const [found] = await reader.events.popularity(kind, [key]);
      return found === undefined ? 0 : worthAt(found.score, clock.now);
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** More often than any test clicks. */
const shownOften = { name: 'answer', shown: 1_000_000 };

export function click({ clock }: Shop, productId: string, fields: Partial<JudgedEvent> = {}): JudgedEvent {
  return {
    index: 0,
    type: 'product_click',
    productId,
    externalId: null,
    phrase: null,
    phraseKey: null,
    region: 'products',
    query: '',
    position: null,
    quantity: null,
    ...{ value: null, currency: null, search: null },
    eventId: null,
    occurredAt: clock.now,
    evidence: shownOften,
    intent: fields.query ?? null,
    ...fields,
  };
}

/**
 * Makes a batch of events from an address, or from a server that is trusted (null). The network was shown what its shopper
 * clicked.
 */
export function batch(sessionId: string, address: string | null, ...events: JudgedEvent[]): EventBatch {
  if (address === null) return { storeId, sessionId, networks: null, events };
  const networks = nestedPrefixes(address);
  const seen = events.map((event) => {
    const { evidence } = event;
    // As the service does it: by a hash of the network.
    const name = hash('sha256', `${evidence?.name} to ${networks[0]}`, 'base64url');
    return { ...event, evidence: evidence && { ...evidence, name } };
  });
  return { storeId, sessionId, networks, events: seen };
}

export function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} is not ${expected}`);
}
