/**
 * Reads and appends the audit log of one store, in which the actor is two columns. Entries are never changed here. A page has at most
 * the `limit` that the caller asks for (200 in the API), newest first, before an entry's id. Inputs are trusted.
 */
// Tests: test/api/dashboard-members.test.ts.
import type { Kysely } from 'kysely';
import type { Query, Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { StoreReader } from '../storage.ts';
import type { RowOf } from '../table.ts';
import { type AuditEntry, auditEntries } from './tables.ts';

type AuditReads = Pick<StoreReader, 'auditEntries'>;

export function auditReads(builder: Kysely<Schema>, query: Query, storeId: string): AuditReads {
  return {
    async auditEntries({ before, limit }) {
      const entries = builder.selectFrom('audit_entries').selectAll().where('store_id', '=', storeId);
      const older = before === null ? entries : entries.where('id', '<', before);
      return (await query(older.orderBy('id', 'desc').limit(limit))).map(toAuditEntry);
    },
  };
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
  return { ...entry, actor: name === null || email === null ? null : { name, email } };
}
