/**
 * Makes the changes of {@link AccountChanges} on a database, for the thread that writes. No HTTP thread calls it. Permissions were
 * checked before. It checks nothing by itself: a change that no longer fits rejects with the code of its own file (`not_found`,
 * `conflict`, `setup_refused`). It never sees a password in plain text. Times are microseconds.
 */
// Tests: server/threads/fairness/account-turns.live.test.ts.
import type { Clock } from '../clock.ts';
import { createSealer } from '../secrets/seal.ts';
import type { Storage } from '../storage/storage.ts';
import { createStore } from '../stores/create-store.ts';
import { deleteStore } from '../stores/delete-store.ts';
import type { AccountChanges, ChangeHandlers } from './changes.ts';
import { networkChanges } from './known-networks.ts';
import { createFactorCheck, factorChanges } from './second-factors.ts';
import { sessionChanges } from './session-changes.ts';

/** A handler for each change; it resolves when the change is durable. `warn` gets lines for the operator. */
export function createAccountChanges(
  storage: Storage,
  clock: Clock,
  secretKeys: readonly string[],
  warn: (message: string) => void,
): ChangeHandlers<AccountChanges> {
  const sealer = createSealer(secretKeys);
  return {
    ...sessionChanges(storage, clock, createFactorCheck(clock, sealer)),
    ...factorChanges({ storage, clock, warn }, sealer),
    ...networkChanges(storage, clock, secretKeys),
    createStore: ({ settings, actor }) => createStore(storage, clock, settings, { actor }),
    deleteStore: (change) => deleteStore(storage, clock, change),
    recordAudit: ({ storeId, entry }) =>
      storage.write(storeId, async (writer) => {
        await writer.audit.insert(entry);
        return null;
      }),
  };
}
