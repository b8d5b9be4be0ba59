/**
 * Changes the name, currency, language and plan of a store, with an entry in its audit log in the same transaction. No product is
 * changed here: indexes and collections follow by the change number. A name takes 1 to 255 characters; currencies are ISO 4217,
 * languages BCP 47 tags. A wrong one rejects with `validation_failed` that names all of them, a store that is gone with `not_found`;
 * nothing is changed then.
 */
// Tests: test/api/dashboard-store.test.ts.
import type { Clock } from '../clock.ts';
import type { Actor } from '../storage/accounts/tables.ts';
import type { Store } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createAuditEntry } from './audit-entry.ts';
import { checkStoreSettings, type StoreSettings } from './create-store.ts';

/** New settings; absent ones stay. `actor`: null if no person is signed in. */
export interface SettingsChange extends Partial<StoreSettings> {
  readonly storeId: string;
  readonly actor: Actor | null;
}

/**
 * Changes settings and returns the store. A new currency, locale or rule for variants counts as a change of everything that is indexed: cards
 * show the one, words are split by the other. A new plan applies from the next write on; products beyond it stay. Rejects
 * with `validation_failed` that names every wrong setting.
 */
export async function updateSettings(
  storage: Storage,
  clock: Clock,
  { storeId, actor, ...fields }: SettingsChange,
): Promise<Store> {
  return await storage.write(storeId, async (writer) => {
    const before = writer.store;
    const settings = checkStoreSettings({ ...before, ...fields });
    const names = ['name', 'plan', 'currency', 'locale', 'groupVariants'] as const;
    const after = { ...before, ...settings };
    const changed = names.filter((setting) => before[setting] !== after[setting]);
    if (changed.length === 0) return before;
    const isIndexed = changed.some((setting) => setting !== 'name' && setting !== 'plan');
    const changeNumber = before.changeNumber + (isIndexed ? 1 : 0);
    await writer.updateSettings({ ...settings, changeNumber });
    const differences = changed.map((setting) => [setting, { from: before[setting], to: after[setting] }]);
    await writer.audit.insert(
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
