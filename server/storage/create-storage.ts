/** The storage on top of a database: directory, readers, and the transaction that locks a store. */
import { sql } from 'kysely';
import { notFound } from '../errors.ts';
import { createAccountReader } from './account-reader.ts';
import { createAccountWriter } from './account-writer.ts';
import type { Database } from './database.ts';
import { createDirectory } from './directory.ts';
import { toStore } from './directory-rows.ts';
import { migrate } from './migrate.ts';
import { readHealth } from './read-health.ts';
import { readSnapshot } from './read-snapshot.ts';
import { restoreInto } from './restore-into.ts';
import type { Storage } from './storage.ts';
import { createStoreReader } from './store-reader.ts';
import { createStoreWriter } from './store-writer.ts';

/** The storage owns the database: closing one closes the other. */
export function createStorage(database: Database): Storage {
  const { builder } = database;
  return {
    engine: database.engine,
    directory: createDirectory(database),
    accounts: {
      ...createAccountReader(builder, (query) => database.read(null, query)),
      write: (work) =>
        database.transaction(null, (transaction) => work(createAccountWriter(builder, transaction))),
    },
    reader: (storeId) => createStoreReader(database, (query) => database.read(storeId, query), storeId),
    write: (storeId, work) =>
      database.transaction(storeId, async (transaction) => {
        const row = await transaction.lockStore(storeId);
        if (row === undefined) throw notFound('store');
        return await work(createStoreWriter(database, transaction, toStore(row)));
      }),
    migrate: () => migrate(database),
    snapshot: (work) => readSnapshot(database, work),
    health: () => readHealth(database),
    restore: (migrations, batches) => restoreInto(database, migrations, batches),
    async ping() {
      await database.read(null, builder.selectNoFrom(sql<number>`1`.as('alive')));
    },
    close: () => database.close(),
  };
}
