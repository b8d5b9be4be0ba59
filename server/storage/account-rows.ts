/** Entries of audit logs, whose actor is two columns. */
import { type AuditEntry, auditEntries } from './accounts.ts';
import type { RowOf } from './table.ts';

export function toAuditEntry(row: RowOf<typeof auditEntries.columns>): AuditEntry {
  const { actorName: name, actorEmail: email, ...entry } = auditEntries.decode(row);
  return { ...entry, actor: name === null || email === null ? null : { name, email } };
}

export function toAuditEntryRow(storeId: string, entry: AuditEntry) {
  const actor = { actorName: entry.actor?.name ?? null, actorEmail: entry.actor?.email ?? null };
  return { store_id: storeId, ...auditEntries.encode({ ...entry, ...actor }) };
}
