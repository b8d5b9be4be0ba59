/**
 * Reads and writes uploaded files and their chunks. Every statement names the store. A file without its last chunk is not complete and
 * is never imported; an unknown file gives null. A file that is in use is never deleted by its age. Sizes are bytes, limits (2 GiB a
 * file, 8 GiB a store) are the callers'.
 */
// Tests: test/api/file-uploads.test.ts.
import type { Kysely } from 'kysely';
import type { Query, Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import { openImports } from './open-imports.ts';
import { type FileReader, type FileWriter, files } from './tables.ts';

/** Creates the reader of one store’s uploaded files, which are stored in chunks. */
export function fileReads(builder: Kysely<Schema>, query: Query, storeId: string): FileReader {
  return {
    async find(fileId) {
      const file = builder
        .selectFrom('files')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('id', '=', fileId);
      const [row] = await query(file);
      return row === undefined ? null : files.decode(row);
    },
    async among(fileIds) {
      if (fileIds.length === 0) return [];
      const found = builder
        .selectFrom('files')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('id', 'in', fileIds);
      return (await query(found)).map(files.decode);
    },
    async count() {
      const count = builder
        .selectFrom('files')
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('store_id', '=', storeId);
      return (await query(count))[0]?.count ?? 0;
    },
    async sumBytes() {
      const sum = builder
        .selectFrom('files')
        .select((expression) => expression.fn.sum<number | string | null>('bytes').as('sum'))
        .where('store_id', '=', storeId);
      // PostgreSQL's sum is text.
      return Number((await query(sum))[0]?.sum ?? 0);
    },
    async countSpools() {
      const count = builder
        .selectFrom('files')
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('store_id', '=', storeId)
        .where('id', 'in', spools(builder, storeId));
      return (await query(count))[0]?.count ?? 0;
    },
    async chunk(fileId, number) {
      const chunk = builder
        .selectFrom('file_chunks')
        .select('content')
        .where('store_id', '=', storeId)
        .where('file_id', '=', fileId)
        .where('number', '=', number);
      return (await query(chunk))[0]?.content ?? null;
    },
    async isInUse(fileId) {
      const run = openImports(builder, storeId).select('id').where('file_id', '=', fileId).limit(1);
      return (await query(run)).length > 0;
    },
  };
}

/** Creates the writer of one store’s uploaded files: begin, append a chunk, complete, expire, delete. */
export function fileWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): FileWriter {
  return {
    async insert(file) {
      await transaction.run(builder.insertInto('files').values({ store_id: storeId, ...files.encode(file) }));
    },
    async appendChunk(fileId, content) {
      const update = builder
        .updateTable('files')
        .set((expression) => ({
          bytes: expression('bytes', '+', content.byteLength),
          chunk_count: expression('chunk_count', '+', 1),
        }))
        .where('store_id', '=', storeId)
        .where('id', '=', fileId)
        .where('complete', '=', false)
        .returningAll();
      const [row] = await transaction.query(update);
      if (row === undefined) return null;
      const chunk = { store_id: storeId, file_id: fileId, number: row.chunk_count - 1, content };
      await transaction.run(builder.insertInto('file_chunks').values(chunk));
      return files.decode(row);
    },
    async setComplete(fileId, complete) {
      const update = builder
        .updateTable('files')
        .set({ complete })
        .where('store_id', '=', storeId)
        .where('id', '=', fileId);
      await transaction.run(update);
    },
    ...expiries(builder, transaction, storeId),
    async delete(fileId, limit) {
      const last = builder
        .selectFrom('file_chunks')
        .select('number')
        .where('store_id', '=', storeId)
        .where('file_id', '=', fileId)
        .orderBy('number', 'desc')
        .limit(limit);
      const chunks = builder
        .deleteFrom('file_chunks')
        .where('store_id', '=', storeId)
        .where('file_id', '=', fileId)
        .where('number', 'in', last);
      if ((await transaction.run(chunks)) === limit) return true;
      const file = builder.deleteFrom('files').where('store_id', '=', storeId).where('id', '=', fileId);
      await transaction.run(file);
      return false;
    },
  };
}

/** A file is deleted by its job, once that is due. */
function expiries(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): Pick<FileWriter, 'expire' | 'expireOldest'> {
  return {
    async expire(fileId) {
      const update = builder
        .updateTable('jobs')
        .set({ run_at: 0 })
        .where('store_id', '=', storeId)
        .where('kind', '=', 'file_expiry')
        .where('subject', '=', fileId);
      await transaction.run(update);
    },
    async expireOldest() {
      const job = oldestUnusedFile(builder, storeId);
      await transaction.run(builder.updateTable('jobs').set({ run_at: 0 }).where('id', '=', job));
    },
  };
}

/** The job that ends the oldest file, among those that arrived whole and no import waits for: others may be arriving now. */
function oldestUnusedFile(builder: Kysely<Schema>, storeId: string) {
  const used = openImports(builder, storeId).select('file_id').where('file_id', 'is not', null);
  const whole = builder
    .selectFrom('files')
    .select('id')
    .where('store_id', '=', storeId)
    .where('complete', '=', true);
  return builder
    .selectFrom('jobs')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'file_expiry')
    .where('run_at', '>', 0)
    .where('subject', 'in', whole)
    .where('subject', 'not in', used)
    .where('subject', 'not in', spools(builder, storeId))
    .orderBy('id')
    .limit(1);
}

/** Files in which runs of feeds keep their rows: no merchant uploaded them. */
function spools(builder: Kysely<Schema>, storeId: string) {
  return builder
    .selectFrom('imports')
    .select('file_id')
    .where('store_id', '=', storeId)
    .where('source', '=', 'feed')
    .where('file_id', 'is not', null);
}
