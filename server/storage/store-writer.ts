/** The writes of one store, inside one transaction that holds the store's row lock. */
import { insertAuditEntry } from './accounts/audit-entries.ts';
import { createAccountWriter } from './accounts/writes.ts';
import { searchWrites } from './analytics/writes.ts';
import { collectionWrites } from './collections/writes.ts';
import type { OnDamage } from './damage.ts';
import type { Database, Transaction } from './database.ts';
import { enrichmentWrites } from './enrichment/writes.ts';
import { eventWrites } from './events/writes.ts';
import { createFeedWriter } from './feeds/statements.ts';
import { fileWrites } from './imports/files.ts';
import { importWrites } from './imports/writes.ts';
import { createInsightWriter } from './insight/writes.ts';
import { jobWrites } from './jobs/statements.ts';
import { merchandisingWrites } from './merchandising/statements.ts';
import { erasureWrites } from './products/erasures.ts';
import type { RowForm } from './products/row-form.ts';
import { productWrites } from './products/writes.ts';
import type { StoreWriter } from './storage.ts';
import { createStoreReader } from './store-reader.ts';
import { storeWrites } from './stores/writes.ts';
import type { Store } from './stores.ts';
import { synonymWrites } from './synonyms/statements.ts';
import { webhookWrites } from './webhooks/statements.ts';

export function createStoreWriter(
  database: Pick<Database, 'builder' | 'now'>,
  transaction: Transaction,
  store: Store,
  { onDamage, rowForm }: { readonly onDamage: OnDamage; readonly rowForm: RowForm },
): StoreWriter {
  const { builder } = database;
  return {
    ...createStoreReader(database, transaction.query, store.id, onDamage),
    store,
    accounts: createAccountWriter(builder, transaction),
    insertAuditEntry: (entry) => insertAuditEntry(builder, transaction, store.id, entry),
    ...productWrites(builder, transaction, { storeId: store.id, rowForm }),
    ...synonymWrites(builder, transaction, store.id),
    ...storeWrites(builder, transaction, store.id),
    ...importWrites(builder, transaction, store.id),
    ...fileWrites(builder, transaction, store.id),
    ...jobWrites(database, transaction),
    ...createInsightWriter(builder, transaction, store.id),
    ...createFeedWriter(database, transaction, store.id),
    ...webhookWrites(builder, transaction, store.id),
    ...enrichmentWrites(database, transaction, store.id),
    ...collectionWrites(builder, transaction, store.id),
    ...eventWrites(builder, transaction, store.id),
    ...erasureWrites(builder, transaction, store.id),
    ...searchWrites(builder, transaction, store.id),
    ...merchandisingWrites(builder, transaction, store.id),
  };
}
