/** The changes of {@link AccountChanges} on a database, for the thread that writes. */
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/storage.ts';
import { createStore } from '../stores/create-store.ts';
import { deleteStore } from '../stores/delete-store.ts';
import { updateSettings } from '../stores/update-settings.ts';
import type { AccountChanges, ChangeHandlers } from './changes.ts';
import { networkChanges } from './known-networks.ts';
import { memberChanges } from './member-changes.ts';
import { sessionChanges } from './session-changes.ts';

/** A handler for each change; it resolves when the change is durable. */
export function createAccountChanges(
  storage: Storage,
  clock: Clock,
  secretKeys: readonly string[],
): ChangeHandlers<AccountChanges> {
  return {
    ...sessionChanges(storage, clock),
    ...networkChanges(storage, clock, secretKeys),
    ...memberChanges(storage, clock),
    createStore: ({ settings, actor }) => createStore(storage, clock, settings, { actor }),
    updateSettings: (change) => updateSettings(storage, clock, change),
    deleteStore: (change) => deleteStore(storage, clock, change),
    recordAudit: ({ storeId, entry }) =>
      storage.write(storeId, async (writer) => {
        await writer.insertAuditEntry(entry);
        return null;
      }),
  };
}
