/** Changing what a store is called, sells in and speaks, and which plan it has. */
import type { Clock } from '../clock.ts';
import type { Actor } from '../storage/accounts.ts';
import type { Store } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createAuditEntry } from './audit-entry.ts';
import { checkStoreSettings, type StoreSettings } from './create-store.ts';

/** Settings that are absent stay. `actor`: null where nobody is signed in. */
export interface SettingsChange extends Partial<StoreSettings> {
  readonly storeId: string;
  readonly actor: Actor | null;
}

/**
 * The store as it is now. Another currency or locale counts as a change of everything that is indexed: cards carry the
 * one, words are cut by the other. Another plan binds from the next write on; what a store holds beyond it stays. Rejects with `validation_failed` naming every wrong setting.
 */
export async function updateSettings(
  storage: Storage,
  clock: Clock,
  { storeId, actor, ...fields }: SettingsChange,
): Promise<Store> {
  return await storage.write(storeId, async (writer) => {
    const before = writer.store;
    const settings = checkStoreSettings({ ...before, ...fields });
    const names = ['name', 'plan', 'currency', 'locale'] as const;
    const after = { ...before, ...settings };
    const changed = names.filter((setting) => before[setting] !== after[setting]);
    if (changed.length === 0) return before;
    const isIndexed = changed.some((setting) => setting === 'currency' || setting === 'locale');
    const changeNumber = before.changeNumber + (isIndexed ? 1 : 0);
    await writer.updateSettings({ ...settings, changeNumber });
    const differences = changed.map((setting) => [setting, { from: before[setting], to: after[setting] }]);
    await writer.insertAuditEntry(
      createAuditEntry(clock, {
        actor,
        action: 'store.changed',
        subject: after.name,
        details: Object.fromEntries(differences),
      }),
    );
    return { ...after, changeNumber };
  });
}
