/**
 * Brings a database to the newest schema by numbered migrations, forward only: all missing ones run in one transaction that no other
 * process runs beside. A database that a newer program has migrated is refused with an error that names the fault, and never written.
 * An error of a migration rolls all of them back, and the program does not start. It takes no time limit: a large table may take
 * minutes.
 */
// Tests: test/storage/migrations.test.ts.
import { AppError } from '../errors.ts';
import { DamageError } from './damage/damage.ts';
import type { Database, Query, Transaction } from './database.ts';
import { firstTables } from './migrations/0001-first-tables.ts';
import { synonymSets } from './migrations/0002-synonym-sets.ts';
import { filesAndJobs } from './migrations/0003-files-and-jobs.ts';
import { accounts } from './migrations/0004-accounts.ts';
import { insight } from './migrations/0005-insight.ts';
import { feeds } from './migrations/0006-feeds.ts';
import { webhooks } from './migrations/0007-webhooks.ts';
import { enrichment } from './migrations/0008-enrichment.ts';
import { collections } from './migrations/0009-collections.ts';
import { events } from './migrations/0010-events.ts';
import { searchStatistics } from './migrations/0011-search-statistics.ts';
import { merchandising } from './migrations/0012-merchandising.ts';
import { droppedPhrases } from './migrations/0013-dropped-phrases.ts';
import { blocklistChange } from './migrations/0014-blocklist-change.ts';
import { eventPrivacy } from './migrations/0016-event-privacy.ts';
import { sharedIndexes } from './migrations/0017-shared-indexes.ts';
import { clickEvidence } from './migrations/0018-click-evidence.ts';
import { jobTurns } from './migrations/0019-job-turns.ts';
import { erasures } from './migrations/0020-erasures.ts';
import { failureBytes } from './migrations/0021-failure-bytes.ts';
import { directoryChanges } from './migrations/0022-directory-changes.ts';
import { failedRequests } from './migrations/0023-failed-requests.ts';
import { firstToCall } from './migrations/0024-first-to-call.ts';
import { busyStore } from './migrations/0025-busy-store.ts';
import { busyRequests } from './migrations/0026-busy-requests.ts';
import { secondSweep } from './migrations/0027-second-sweep.ts';
import { memberKeys } from './migrations/0028-member-keys.ts';
import { shortRows } from './migrations/0029-short-rows.ts';
import { awaitedChanges } from './migrations/0031-awaited-changes.ts';
import { productTypes } from './migrations/0032-product-types.ts';
import { readableKeys } from './migrations/0033-readable-keys.ts';
import { phrasePatterns } from './migrations/0036-phrase-patterns.ts';
import { queryPositions } from './migrations/0037-query-positions.ts';
import { replacedProducts } from './migrations/0038-replaced-products.ts';
import { renamedTypes } from './migrations/0039-renamed-types.ts';
import { incompleteProducts } from './migrations/0040-incomplete-products.ts';
import { valueOfSearches } from './migrations/0041-value-of-searches.ts';
import { endingKeys } from './migrations/0042-ending-keys.ts';
import { alerts } from './migrations/0043-alerts.ts';
import { answeredQueries } from './migrations/0044-answered-queries.ts';
import { variantGroups } from './migrations/0045-variant-groups.ts';
import { rankingSettings } from './migrations/0046-ranking-settings.ts';
import { secondFactors } from './migrations/0047-second-factors.ts';
import { shopOrders } from './migrations/0048-shop-orders.ts';
import { changesOfShops } from './migrations/0049-changes-of-shops.ts';
import type { Migration } from './migrations/migration.ts';

const migrations: readonly Migration[] = [
  { number: 1, name: 'first tables', up: firstTables },
  { number: 2, name: 'synonym sets', up: synonymSets },
  { number: 3, name: 'files and jobs', up: filesAndJobs },
  { number: 4, name: 'accounts', up: accounts },
  { number: 5, name: 'insight', up: insight },
  { number: 6, name: 'feeds', up: feeds },
  { number: 7, name: 'webhooks', up: webhooks },
  { number: 8, name: 'enrichment', up: enrichment },
  { number: 9, name: 'collections', up: collections },
  { number: 10, name: 'events', up: events },
  { number: 11, name: 'search statistics', up: searchStatistics },
  { number: 12, name: 'merchandising', up: merchandising },
  { number: 13, name: 'dropped phrases', up: droppedPhrases },
  { number: 14, name: 'blocklist change', up: blocklistChange },
  { number: 16, name: 'event privacy', up: eventPrivacy },
  { number: 17, name: 'shared indexes', up: sharedIndexes },
  { number: 18, name: 'click evidence', up: clickEvidence },
  { number: 19, name: 'job turns', up: jobTurns },
  { number: 20, name: 'erasures', up: erasures },
  { number: 21, name: 'failure bytes', up: failureBytes },
  { number: 22, name: 'directory changes', up: directoryChanges },
  { number: 23, name: 'failed requests', up: failedRequests },
  { number: 24, name: 'first to call', up: firstToCall },
  { number: 25, name: 'busy store', up: busyStore },
  { number: 26, name: 'busy requests', up: busyRequests },
  { number: 27, name: 'second sweep', up: secondSweep },
  { number: 28, name: 'member keys', up: memberKeys },
  { number: 29, name: 'short rows', up: shortRows },
  { number: 31, name: 'awaited changes', up: awaitedChanges },
  { number: 32, name: 'product types', up: productTypes },
  { number: 33, name: 'readable keys', up: readableKeys },
  { number: 36, name: 'phrase patterns', up: phrasePatterns },
  { number: 37, name: 'positions of clicks by query', up: queryPositions },
  { number: 38, name: 'replaced products', up: replacedProducts },
  { number: 39, name: 'renamed types', up: renamedTypes },
  { number: 40, name: 'incomplete products', up: incompleteProducts },
  { number: 41, name: 'value of searches', up: valueOfSearches },
  { number: 42, name: 'ending keys', up: endingKeys },
  { number: 43, name: 'alerts', up: alerts },
  { number: 44, name: 'answered queries', up: answeredQueries },
  { number: 45, name: 'variant groups', up: variantGroups },
  { number: 46, name: 'ranking settings', up: rankingSettings },
  { number: 47, name: 'second factors', up: secondFactors },
  { number: 48, name: 'shop orders', up: shopOrders },
  { number: 49, name: 'changes of shops', up: changesOfShops },
];

/** The database has migrations that this program does not know. */
class NewerDatabaseError extends Error {}

/** Numbers of all migrations that this program knows. */
export const knownMigrations: readonly number[] = migrations.map(({ number }) => number);

/**
 * Applies the migrations that are missing; a second run does nothing. Rejects for a newer database. Where the list of
 * applied ones is lost, a database whose tables are the newest is taken for what it is.
 */
export async function migrate(database: Database): Promise<void> {
  try {
    await database.exclusive((transaction) => migrateWithin(database, transaction, knownMigrations));
  } catch (cause) {
    const isDamaged = cause instanceof DamageError;
    if (cause instanceof NewerDatabaseError || (cause instanceof AppError && !isDamaged)) throw cause;
    if (await database.isMadeBy(migrate)) return await listAll(database);
    if (!isDamaged) throw cause;
    const message =
      'The database is damaged where it says which version made it, and its tables are not those of this one. ' +
      '"foretype repair" saves what can be read; docs/operating.md, "When the database is damaged", says what else to do.';
    throw new Error(message, { cause });
  }
}

/** Numbers of the migrations that made the tables; where the list of them is lost, by the tables. */
export async function appliedMigrations(database: Database, query: Query): Promise<readonly number[]> {
  try {
    const list = database.builder.selectFrom('migrations').select('number').orderBy('number');
    return (await query(list)).map(({ number }) => number);
  } catch (error) {
    if (error instanceof DamageError && (await database.isMadeBy(migrate))) return knownMigrations;
    throw error;
  }
}

/** Notes all migrations as applied, where the list can be written. */
async function listAll({ builder, transaction }: Database): Promise<void> {
  const all = migrations.map(({ number, name }) => ({ number, name }));
  const insert = builder.insertInto('migrations').values(all);
  try {
    await transaction(null, (open) => open.run(insert.onConflict((conflict) => conflict.doNothing())));
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
  }
}

/** Applies those of the missing migrations that are wanted, within a transaction that is under way. */
export async function migrateWithin(
  { engine, builder }: Database,
  transaction: Transaction,
  wanted: readonly number[],
): Promise<void> {
  await transaction.run(
    builder.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull()),
  );
  const applied = await transaction.query(builder.selectFrom('migrations').selectAll().orderBy('number'));
  const newest = applied.at(-1);
  const known = knownMigrations.at(-1) ?? 0;
  if (newest !== undefined && newest.number > known) {
    throw new NewerDatabaseError(
      `The database was made by a newer version of Foretype (its migration ${newest.number}, ` +
        `"${newest.name}", is unknown here; this version knows ${known}). ` +
        'Start that version or a later one; going back needs a backup from before the upgrade.',
    );
  }
  const present = new Set(applied.map(({ number }) => number));
  for (const migration of migrations) {
    const { number, name } = migration;
    if (present.has(number) || !wanted.includes(number)) continue;
    await migration.up({ engine, builder, transaction });
    await transaction.run(builder.insertInto('migrations').values({ number, name }));
  }
}
