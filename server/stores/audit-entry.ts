/**
 * Creates entries of a store's audit log. It writes none. `details` may never hold a key, a token or a password. Times are
 * microseconds; nothing is checked here, since only our own code calls it. Nothing here can fail.
 */
// Tests: test/api/dashboard-members.test.ts.
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { AuditEntry } from '../storage/accounts/tables.ts';

/** `details` holds nothing secret. */
export function createAuditEntry(
  clock: Clock,
  { details = {}, ...entry }: Pick<AuditEntry, 'actor' | 'action' | 'subject'> & Partial<AuditEntry>,
): AuditEntry {
  return { id: newId(), at: clock.nowMicros(), ...entry, details };
}
