/**
 * Reads and writes shared indexes and their pages in the database. Every statement names the store. A claim or publication that
 * another node holds returns false and changes nothing; a page that is missing gives null, never a part of the pages. It never reads
 * what the bytes mean. A page has 64 KiB, and a statement writes 32 of them (2 MiB). A follower that is away or behind is passed over
 * for the main server.
 */
// Tests: test/storage/shared-indexes.test.ts.
import type { NotNull } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { holdStore } from '../hold-store.ts';
import { timeFromNow } from '../time-from-now.ts';
import type { SharedIndexes, SharedIndexName } from './tables.ts';

/** Pages that one statement writes: 32 of 64 KiB are 2 MiB. Chosen. */
const pagesPerInsert = 32;

/** An id that no segment has: it keeps lists of ids from being empty, which SQL does not allow. */
const noSegment = -1;

/** Creates the shared indexes; pages are looked for on `follower` first. */
export function createSharedIndexes(database: Database, follower: Database | null): SharedIndexes {
  return {
    ...reads(database, follower),
    ...claims(database),
    ...writes(database),
    ...removals(database),
  };
}

function reads(
  database: Database,
  follower: Database | null,
): Pick<SharedIndexes, 'head' | 'find' | 'readPages' | 'namedSegments'> {
  const { builder } = database;
  const stored = ({ storeId, version }: SharedIndexName) =>
    builder
      .selectFrom('shared_indexes')
      .where('store_id', '=', storeId)
      .where('version', '=', version)
      .where('saved_at', 'is not', null);
  return {
    async head(name) {
      const head = stored(name).select(['change_number', 'saved_at']).$narrowType<{ saved_at: NotNull }>();
      const [row] = await database.read(name.storeId, head);
      return row === undefined ? null : { changeNumber: row.change_number, savedAt: row.saved_at };
    },
    async find(name) {
      const whole = stored(name)
        .select(['change_number', 'saved_at', 'manifest'])
        .$narrowType<{ saved_at: NotNull; manifest: NotNull }>();
      const [row] = await database.read(name.storeId, whole);
      if (row === undefined) return null;
      return { changeNumber: row.change_number, savedAt: row.saved_at, manifest: row.manifest };
    },
    async readPages(storeId, segmentId, numbers) {
      const pages = builder
        .selectFrom('shared_segment_pages')
        .select('content')
        .where('store_id', '=', storeId)
        .where('segment_id', '=', segmentId)
        .where('number', 'in', numbers)
        .orderBy('number');
      for (const server of follower === null ? [database] : [follower, database]) {
        // A follower may be behind or away; only the main server is authoritative.
        const rows = await server.read(storeId, pages).catch((error: unknown) => {
          if (server === database) throw error;
          return [];
        });
        if (rows.length === numbers.length) return rows.map(({ content }) => content);
      }
      return null;
    },
    async namedSegments(storeId, segmentIds) {
      const named = builder
        .selectFrom('shared_segments')
        .select('segment_id')
        .where('store_id', '=', storeId)
        .where('segment_id', 'in', [...segmentIds, noSegment])
        .where('retired_at', 'is', null);
      return new Set((await database.read(storeId, named)).map((row) => row.segment_id));
    },
  };
}

function claims(database: Database): Pick<SharedIndexes, 'claim'> {
  const { builder, now } = database;
  return {
    async claim({ storeId, version }, { owner, leaseMs, changeNumber }) {
      const lease = { owner, lease_until: timeFromNow(database, leaseMs) };
      const insert = builder
        .insertInto('shared_indexes')
        .values({ store_id: storeId, version, change_number: -1, ...lease })
        .onConflict((conflict) =>
          conflict
            .columns(['store_id', 'version'])
            .doUpdateSet(lease)
            .where((expression) =>
              expression.or([
                expression.and([
                  expression('shared_indexes.owner', '=', owner),
                  expression('shared_indexes.change_number', '<=', changeNumber),
                ]),
                expression.and([
                  expression('shared_indexes.lease_until', '<=', now),
                  expression('shared_indexes.change_number', '<', changeNumber),
                ]),
              ]),
            ),
        );
      const work = async (transaction: Transaction) =>
        (await holdStore(database, transaction, storeId)) ? await transaction.run(insert) : 0;
      return (await database.transaction(storeId, work, { isRepeatable: true })) === 1;
    },
  };
}

function writes(database: Database): Pick<SharedIndexes, 'writePages' | 'publish'> {
  const { builder, now } = database;
  return {
    async writePages({ storeId, version }, segmentId, pages) {
      const segment = builder
        .insertInto('shared_segments')
        .values({ store_id: storeId, segment_id: segmentId, version, retired_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['store_id', 'segment_id'])
            .doUpdateSet({ retired_at: now })
            .where('shared_segments.retired_at', 'is not', null),
        );
      const rows = pages.map((page) => ({ store_id: storeId, segment_id: segmentId, ...page }));
      const work = async (transaction: Transaction) => {
        if (!(await holdStore(database, transaction, storeId))) return;
        await transaction.run(segment);
        for (let start = 0; start < rows.length; start += pagesPerInsert) {
          const insert = builder
            .insertInto('shared_segment_pages')
            .values(rows.slice(start, start + pagesPerInsert))
            .onConflict((conflict) =>
              // The bytes are the same, unless the stored ones were damaged.
              conflict
                .columns(['store_id', 'segment_id', 'number'])
                .doUpdateSet((expression) => ({ content: expression.ref('excluded.content') })),
            );
          await transaction.run(insert);
        }
      };
      await database.transaction(storeId, work, { isRepeatable: true });
    },
    async publish({ storeId, version }, { changeNumber, manifest, segments }, { owner, leaseMs }) {
      const index = builder
        .updateTable('shared_indexes')
        .set({
          change_number: changeNumber,
          manifest,
          saved_at: now,
          lease_until: timeFromNow(database, leaseMs),
        })
        .where('store_id', '=', storeId)
        .where('version', '=', version)
        .where('owner', '=', owner);
      const work = async (transaction: Transaction) => {
        if (!(await holdSegments(database, transaction, storeId, segments))) return false;
        if ((await transaction.run(index)) !== 1) return false;
        await nameSegments(
          database,
          transaction,
          { storeId, version },
          segments.map(({ id }) => id),
        );
        return true;
      };
      return await database.transaction(storeId, work, { isRepeatable: true });
    },
  };
}

/** Whether all pages of the segments exist. Keeps them from being removed until the transaction ends. */
async function holdSegments(
  { builder, engine }: Database,
  transaction: Transaction,
  storeId: string,
  segments: readonly { readonly id: number; readonly pageCount: number }[],
): Promise<boolean> {
  const ids = [...segments.map(({ id }) => id), noSegment];
  const rows = builder
    .selectFrom('shared_segments')
    .select('segment_id')
    .where('store_id', '=', storeId)
    .where('segment_id', 'in', ids);
  // SQLite has one writer.
  const held = await transaction.query(engine === 'postgres' ? rows.forUpdate() : rows);
  if (held.length !== segments.length) return false;
  const pages = builder
    .selectFrom('shared_segment_pages')
    .select((expression) => ['segment_id', expression.fn.countAll<number>().as('count')])
    .where('store_id', '=', storeId)
    .where('segment_id', 'in', ids)
    .groupBy('segment_id');
  const counts = new Map((await transaction.query(pages)).map((row) => [row.segment_id, row.count]));
  return segments.every(({ id, pageCount }) => counts.get(id) === pageCount);
}

/** Makes these the only segments that the version names. */
async function nameSegments(
  { builder, now }: Database,
  transaction: Transaction,
  { storeId, version }: SharedIndexName,
  segmentIds: readonly number[],
): Promise<void> {
  const ids = [...segmentIds, noSegment];
  const named = builder
    .updateTable('shared_segments')
    .set({ retired_at: null })
    .where('store_id', '=', storeId)
    .where('segment_id', 'in', ids);
  await transaction.run(named);
  const retired = builder
    .updateTable('shared_segments')
    .set({ retired_at: now })
    .where('store_id', '=', storeId)
    .where('version', '=', version)
    .where('retired_at', 'is', null)
    .where('segment_id', 'not in', ids);
  await transaction.run(retired);
}

function removals(database: Database): Pick<SharedIndexes, 'prune' | 'discard'> {
  const { builder } = database;
  return {
    async prune({ storeId, version }, { versionMs, segmentMs }) {
      await database.transaction(storeId, (transaction) =>
        removeOtherVersions(database, transaction, { storeId, version }, versionMs),
      );
      const retired = builder
        .selectFrom('shared_segments')
        .select('segment_id')
        .where('store_id', '=', storeId)
        .where('retired_at', '<=', timeFromNow(database, -segmentMs));
      for (const { segment_id } of await database.read(storeId, retired)) {
        await database.transaction(storeId, (transaction) =>
          removeSegment(database, transaction, storeId, segment_id),
        );
      }
      const waiting = builder
        .selectFrom('shared_segments')
        .select('segment_id')
        .where('store_id', '=', storeId)
        .where('retired_at', 'is not', null)
        .limit(1);
      return (await database.read(storeId, waiting)).length === 0;
    },
    async discard(name, { changeNumber, savedAt }) {
      const emptied = builder
        .updateTable('shared_indexes')
        .set({ change_number: -1, manifest: null, saved_at: null })
        .where('store_id', '=', name.storeId)
        .where('version', '=', name.version)
        .where('change_number', '=', changeNumber)
        .where('saved_at', '=', savedAt);
      const work = async (transaction: Transaction) => {
        if ((await transaction.run(emptied)) === 1) await nameSegments(database, transaction, name, []);
      };
      await database.transaction(name.storeId, work, { isRepeatable: true });
    },
  };
}

/** Indexes that no node seems to use any more: a node that does stores another one at the next change. */
async function removeOtherVersions(
  database: Database,
  transaction: Transaction,
  { storeId, version }: SharedIndexName,
  olderThanMs: number,
): Promise<void> {
  const { builder } = database;
  const others = builder
    .deleteFrom('shared_indexes')
    .where('store_id', '=', storeId)
    .where('version', '!=', version)
    .where('lease_until', '<=', timeFromNow(database, -olderThanMs))
    .returning('version');
  for (const other of await transaction.query(others)) {
    await nameSegments(database, transaction, { storeId, version: other.version }, []);
  }
}

/**
 * Removes a segment, unless it was named meanwhile. The row is deleted first: a transaction that wants to name the
 * segment waits for it and finds it deleted.
 */
async function removeSegment(
  { builder }: Database,
  transaction: Transaction,
  storeId: string,
  segmentId: number,
): Promise<void> {
  const segment = builder
    .deleteFrom('shared_segments')
    .where('store_id', '=', storeId)
    .where('segment_id', '=', segmentId)
    .where('retired_at', 'is not', null);
  if ((await transaction.run(segment)) !== 1) return;
  const pages = builder
    .deleteFrom('shared_segment_pages')
    .where('store_id', '=', storeId)
    .where('segment_id', '=', segmentId);
  await transaction.run(pages);
}
