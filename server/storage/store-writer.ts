/**
 * Puts together the writes of one store, inside one transaction that holds the store's row lock. Every statement of it names the
 * store; it must not be used after the transaction. It validates nothing: callers have. A statement that fails dooms the transaction,
 * even if the caller catches its error. Times are microseconds.
 */
// Tests: test/storage/storage.test.ts.
import { auditWrites } from './accounts/audit-entries.ts';
import { createAccountWriter } from './accounts/writes.ts';
import { analyticsWrites } from './analytics/writes.ts';
import { collectionWrites } from './collections/writes.ts';
import type { OnDamage } from './damage/damage.ts';
import type { Database, Transaction } from './database.ts';
import { phraseWrites } from './enrichment/phrase-writes.ts';
import { enrichmentWrites } from './enrichment/writes.ts';
import { eventWrites } from './events/writes.ts';
import { createFeedWriter } from './feeds/statements.ts';
import { fileWrites } from './imports/files.ts';
import { idempotencyWrites } from './imports/idempotency.ts';
import { importWrites } from './imports/writes.ts';
import { jobWrites } from './jobs/statements.ts';
import { merchandisingWrites } from './merchandising/statements.ts';
import { erasureWrites } from './products/erasures.ts';
import type { RowForm } from './products/row-form.ts';
import { productWrites } from './products/writes.ts';
import { replacedWrites } from './replaced/statements.ts';
import { addRooms } from './rooms.ts';
import { statisticWrites } from './statistics/statements.ts';
import type { StoreWriter } from './storage.ts';
import { roomReads } from './store-reader.ts';
import type { Store } from './stores/tables.ts';
import { storeWrites } from './stores/writes.ts';
import { synonymWrites } from './synonyms/statements.ts';
import { alertWrites } from './webhooks/alert-statements.ts';
import { webhookWrites } from './webhooks/statements.ts';

export function createStoreWriter(
  database: Pick<Database, 'builder' | 'now'>,
  transaction: Transaction,
  store: Store,
  { onDamage, rowForm }: { readonly onDamage: OnDamage; readonly rowForm: RowForm },
): StoreWriter {
  const { builder } = database;
  const { id: storeId } = store;
  const statements = { database, query: transaction.query, storeId, onDamage };
  const reads = roomReads(statements);
  const own = { store, ...storeWrites(builder, transaction, storeId) };
  return addRooms(own, {
    accounts: () => createAccountWriter(builder, transaction),
    webhooks: () => ({ ...reads.webhooks(), ...webhookWrites(builder, transaction, storeId) }),
    alerts: () => ({ ...reads.alerts(), ...alertWrites(builder, transaction, storeId) }),
    feeds: () => ({ ...reads.feeds(), ...createFeedWriter(database, transaction, storeId) }),
    collections: () => ({ ...reads.collections(), ...collectionWrites(builder, transaction, storeId) }),
    events: () => ({ ...reads.events(), ...eventWrites(builder, transaction, storeId) }),
    analytics: () => ({ ...reads.analytics(), ...analyticsWrites(builder, transaction, storeId) }),
    audit: () => ({ ...reads.audit(), ...auditWrites(builder, transaction, storeId) }),
    merchandising: () => ({
      ...reads.merchandising(),
      ...merchandisingWrites(builder, transaction, storeId),
    }),
    statistics: () => ({ ...reads.statistics(), ...statisticWrites(builder, transaction, storeId) }),
    jobs: () => jobWrites(database, transaction),
    files: () => ({ ...reads.files(), ...fileWrites(builder, transaction, storeId) }),
    idempotency: () => ({ ...reads.idempotency(), ...idempotencyWrites(builder, transaction, storeId) }),
    imports: () => ({ ...reads.imports(), ...importWrites(builder, transaction, storeId) }),
    enrichment: () => ({ ...reads.enrichment(), ...enrichmentWrites(database, transaction, storeId) }),
    phrases: () => ({ ...reads.phrases(), ...phraseWrites(database, transaction, storeId) }),
    products: () => ({ ...reads.products(), ...productWrites(builder, transaction, { storeId, rowForm }) }),
    erasures: () => ({ ...reads.erasures(), ...erasureWrites(builder, transaction, storeId) }),
    replaced: () => ({
      ...reads.replaced(),
      ...replacedWrites(builder, transaction, { storeId, rowForm }),
    }),
    synonyms: () => ({ ...reads.synonyms(), ...synonymWrites(builder, transaction, storeId) }),
  });
}
