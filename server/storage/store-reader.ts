/**
 * The reads of one store. Every statement names the store, and each sees one state of the database; the same queries run outside and
 * inside a transaction, as `query` decides. It writes nothing. Unknown ids give null or are absent, and damage becomes
 * `store_unavailable`. Times are microseconds; lists take the `limit` of the caller.
 */
// Tests: test/storage/storage.test.ts.
import { auditReads } from './accounts/audit-entries.ts';
import { analyticsReads } from './analytics/reads.ts';
import { collectionReads } from './collections/reads.ts';
import { createTolerantPlace, type OnDamage } from './damage/damage.ts';
import type { Database, Query } from './database.ts';
import { phraseReads } from './enrichment/phrase-reads.ts';
import { enrichmentReads } from './enrichment/reads.ts';
import { eventReads } from './events/reads.ts';
import { createFeedReader } from './feeds/statements.ts';
import { fileReads } from './imports/files.ts';
import { idempotencyReads } from './imports/idempotency.ts';
import { importReads } from './imports/reads.ts';
import { merchandisingReads } from './merchandising/statements.ts';
import { erasureReads } from './products/erasures.ts';
import { productReads } from './products/reads.ts';
import { replacedReads } from './replaced/statements.ts';
import { addRooms } from './rooms.ts';
import { statisticReads } from './statistics/statements.ts';
import type { StoreReader } from './storage.ts';
import { synonymReads } from './synonyms/statements.ts';
import { alertReads } from './webhooks/alert-statements.ts';
import { webhookReads } from './webhooks/statements.ts';

/** The parts that the statements of one store are made of. */
interface StoreStatements {
  readonly database: Pick<Database, 'builder' | 'now'>;
  readonly query: Query;
  readonly storeId: string;
  readonly onDamage: OnDamage;
}

/** Reads of one store, as {@link StoreReader} describes them. */
export function createStoreReader(statements: StoreStatements): StoreReader {
  return addRooms({}, roomReads(statements));
}

/** Functions that make the reads of each room. */
export function roomReads({ database, query, storeId, onDamage }: StoreStatements) {
  const { builder } = database;
  const place = createTolerantPlace(storeId, onDamage);
  return {
    webhooks: () => webhookReads(builder, query, place),
    alerts: () => alertReads(builder, query, storeId),
    feeds: () => createFeedReader(database, query, storeId),
    collections: () => collectionReads(builder, query, place),
    events: () => eventReads(builder, query, storeId),
    analytics: () => analyticsReads(builder, query, storeId),
    audit: () => auditReads(builder, query, storeId),
    merchandising: () => merchandisingReads(builder, query, storeId),
    statistics: () => statisticReads(builder, query, storeId),
    files: () => fileReads(builder, query, storeId),
    idempotency: () => idempotencyReads(builder, query, storeId),
    imports: () => importReads(builder, query, storeId),
    enrichment: () => enrichmentReads(database, query, storeId),
    phrases: () => phraseReads(database, query, place),
    products: () => productReads(builder, query, { ...place, onDamage }),
    erasures: () => erasureReads(builder, query, storeId),
    replaced: () => replacedReads(builder, query, storeId),
    synonyms: () => synonymReads(builder, query, storeId),
  };
}
