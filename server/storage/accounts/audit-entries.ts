/**
 * Reads, appends and prunes the audit log of one store, in which the actor is two columns. Entries are never changed. A page has at most
 * the `limit` that the caller asks for (200 in the API), newest first, before an entry's id. Inputs are trusted.
 */
// Tests: test/api/dashboard-members.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Query, Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';
import type { Schema } from '../schema.ts';
import type { RowOf } from '../table.ts';
import { type AuditEntry, type AuditReader, type AuditWriter, auditEntries } from './tables.ts';

/** Creates the reader of one store’s audit log: entries before an id, the newest first, at most `limit`. */
export function auditReads(builder: Kysely<Schema>, query: Query, storeId: string): AuditReader {
  return {
    async page({ before, limit }) {
      const entries = builder.selectFrom('audit_entries').selectAll().where('store_id', '=', storeId);
      const older = before === null ? entries : entries.where('id', '<', before);
      return (await query(older.orderBy('id', 'desc').limit(limit))).map(toAuditEntry);
    },
  };
}

/**
 * Creates the writer of one store’s audit log, within a transaction: it appends an entry, and deletes the oldest
 * beyond a number to keep.
 */
export function auditWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): AuditWriter {
  const deleteSome = deleteSomeOf(builder, transaction, storeId);
  return {
    insert: (entry) => insertAuditEntry(builder, transaction, storeId, entry),
    deleteOldest: ({ kept, limit }) =>
      deleteSome({
        table: 'audit_entries',
        key: ['id'],
        limit,
        where: beyondNewest(storeId, kept),
        orderBy: sql`id`,
      }),
  };
}

function beyondNewest(storeId: string, kept: number) {
  return sql`id < (
    select id from audit_entries where store_id = ${storeId} order by id desc limit 1 offset ${kept - 1})`;
}

/** Appends an entry within the transaction of the change that it describes. */
export async function insertAuditEntry(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
  entry: AuditEntry,
): Promise<void> {
  const actor = { actorName: entry.actor?.name ?? null, actorEmail: entry.actor?.email ?? null };
  const row = { store_id: storeId, ...auditEntries.encode({ ...entry, ...actor }) };
  await transaction.run(builder.insertInto('audit_entries').values(row));
}

function toAuditEntry(row: RowOf<typeof auditEntries.columns>): AuditEntry {
  const { actorName: name, actorEmail: email, ...entry } = auditEntries.decode(row);
  return { ...entry, actor: name === null ? null : { name, email } };
}
