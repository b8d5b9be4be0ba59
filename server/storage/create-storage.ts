/**
 * Builds the storage on top of a database: directory, readers, and the transactions that lock a store. `write` and `writeMembers`
 * throw `not_found` for an unknown store. Damage met by a store's reader or writer becomes `store_unavailable`, a fault of that store
 * alone. It opens no connection and runs no migration: the engine did. It never catches an error that is no damage. Times are
 * microseconds in all records.
 */
// Tests: test/storage/sqlite.test.ts, test/scenarios/shared-allowance.test.ts.
import { sql } from 'kysely';
import { createSystemClock } from '../clock.ts';
import { notFound } from '../errors.ts';
import { createAccountReader } from './accounts/reads.ts';
import { createAccountWriter } from './accounts/writes.ts';
import { memberWrites } from './collections/member-writes.ts';
import { completeStores } from './damage/complete-rows.ts';
import { createTolerantPlace, type OnDamage, toStoreFault, withPlace } from './damage/damage.ts';
import { removeUnreadable } from './damage/remove-unreadable.ts';
import { findTableFaults } from './damage/table-faults.ts';
import type { Database, Query } from './database.ts';
import { createSharedIndexes } from './indexes/statements.ts';
import { createWarmUpReader } from './indexes/warm-up-reader.ts';
import { migrate } from './migrate.ts';
import { createRowForm } from './products/row-form.ts';
import { readHealth } from './read-health.ts';
import { readSnapshot } from './snapshots/read-snapshot.ts';
import { restoreInto } from './snapshots/restore-into.ts';
import type { Storage } from './storage.ts';
import { createStoreReader } from './store-reader.ts';
import { createStoreWriter } from './store-writer.ts';
import { createStoreDeletions } from './stores/deletions.ts';
import { createDirectory } from './stores/directory.ts';
import { storeRecord } from './stores/tables.ts';

interface StorageOptions {
  readonly follower?: Database | null;
  readonly onDamage?: OnDamage;
}

/** The storage owns the database: closing one closes the other. `follower`: see {@link Storage.warmUpReader}. */
export function createStorage(
  opened: Database,
  { follower = null, onDamage = () => {} }: StorageOptions = {},
): Storage {
  const database = namingDamage(opened);
  const { builder } = database;
  const rowForm = createRowForm(database, createSystemClock());
  const directory = createDirectory(database, onDamage);
  const main = { directory, reader: readerOf(database, onDamage) };
  const following = follower && {
    directory: createDirectory(follower, onDamage),
    reader: readerOf(follower, onDamage),
  };
  return {
    engine: database.engine,
    ...main,
    accounts: {
      ...createAccountReader(builder, (query) => database.read(null, query)),
      write: (work) =>
        database.transaction(null, (transaction) => work(createAccountWriter(builder, transaction))),
    },
    sharedIndexes: createSharedIndexes(database, follower),
    deletions: createStoreDeletions(database),
    warmUpReader: (store) => createWarmUpReader(main, following, store),
    write: (storeId, work) =>
      database
        .transaction(storeId, async (transaction) => {
          const row = await transaction.lockStore(storeId);
          if (row === undefined) throw notFound('store');
          return await work(
            createStoreWriter(database, transaction, storeRecord.decode(row), { onDamage, rowForm }),
          );
        })
        .catch(throwStoreFault),
    writeMembers: (storeId, work) =>
      database
        .transaction(storeId, async (transaction) => {
          if (!(await transaction.lockMembers(storeId))) throw notFound('store');
          return await work(memberWrites(builder, transaction, createTolerantPlace(storeId, onDamage)));
        })
        .catch(throwStoreFault),
    migrate: () => migrate(database),
    snapshot: (work) => readSnapshot(database, work),
    removeUnreadable: (losses, keep) => removeUnreadable(database, losses, keep),
    completeStores: () => completeStores(database),
    tableFaults: (owners = 'shared') => findTableFaults(database, owners),
    rebuildIndexes: database.rebuildIndexes,
    health: () => readHealth(database),
    restore: (migrations, batches) => restoreInto(database, migrations, batches),
    listen: (ear) => database.listen(ear),
    async ping() {
      await database.read(null, builder.selectNoFrom(sql<number>`1`.as('alive')));
    },
    async close() {
      await Promise.all([database.close(), follower?.close()]);
    },
  };
}

/** Adds to damage the store that it belongs to and, if a single statement met it, the table. */
function namingDamage(database: Database): Database {
  return {
    ...database,
    read: (storeId, query, planning) =>
      database.read(storeId, query, planning).catch((error: unknown) => {
        throw withPlace(error, storeId, query.compile().sql);
      }),
    transaction: (storeId, work, options) =>
      database.transaction(storeId, work, options).catch((error: unknown) => {
        throw withPlace(error, storeId);
      }),
  };
}

function readerOf(database: Database, onDamage: OnDamage): Storage['reader'] {
  return (storeId, inTurn = (task) => task()) => {
    const query: Query = (asked, planning) =>
      inTurn(() => database.read(storeId, asked, planning)).catch(throwStoreFault);
    return createStoreReader({ database, query, storeId, onDamage });
  };
}

function throwStoreFault(error: unknown): never {
  throw toStoreFault(error);
}
